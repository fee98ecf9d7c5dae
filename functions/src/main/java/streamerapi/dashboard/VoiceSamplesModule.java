package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.VoiceChoices;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.speech.Renders;
import streamerapi.speech.SpeechKeys;
import streamerapi.speech.VoiceSample;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;

/// Samples of voices, for people who choose one. The worker makes them, as it makes tips' audio.
final class VoiceSamplesModule implements Module {

    private static final int MAX_VOICE = 64;

    private final Table table;
    private final Ids ids;
    private final DelayQueue queue;
    private final Predicate<String> knowsVoice;
    private final InstantSource clock;

    /// @param knowsVoice whether tips can be spoken with a voice
    VoiceSamplesModule(Services services, Predicate<String> knowsVoice) {
        this.table = services.table();
        this.ids = services.ids();
        this.queue = services.work();
        this.knowsVoice = knowsVoice;
        this.clock = services.clock();
    }

    /// The body that asks for a sample.
    private record Asked(@Nullable String voice) {

        static final Schema<Asked> SCHEMA = Schema.of("VoiceSampleRequest", "The voice to hear.", s -> {
            var voice = s.text("voice", Asked::voice)
                    .between(1, MAX_VOICE)
                    .orNull()
                    .doc("The id of a voice of Amazon Polly; null for the deployment's own.")
                    .example("Joanna");
            return in -> new Asked(voice.of(in));
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/settings/voice-sample", "getVoiceSample", "The sample of a voice")
                        .dashboard(SUPER_ADMIN)
                        .doc("The sample that was requested last.")
                        .answers(Answer.ok("sample", VoiceSample.SCHEMA))
                        .refuses(ErrorCode.NOT_FOUND)
                        .speculative()
                        .handles(call -> Outcome.of(read(call.tenantId()))),
                Endpoint.post("/settings/voice-sample", "makeVoiceSample", "Hear a voice")
                        .dashboard(SUPER_ADMIN)
                        .doc("Speaks a short sentence in the voice's language. This takes a second or two: get the"
                                + " sample again until its `state` is no longer `making`. The sentence counts toward"
                                + " the month's characters when it is made, at most once in 30 days.")
                        .body(Asked.SCHEMA)
                        .answers(Answer.ok("sample", VoiceSample.SCHEMA).withStatus(202))
                        .handles(call -> asked(call.tenantId(), call.body().voice)));
    }

    private VoiceSample read(String tenantId) {
        Row row = table.get(SpeechKeys.sample(tenantId));
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return VoiceSample.of(row);
    }

    private Outcome<VoiceSample> asked(String tenantId, @Nullable String voice) {
        if (voice != null && !knowsVoice.test(voice)) {
            throw Problem.badField("voice", "voice must be a voice of Amazon Polly, such as Joanna");
        }
        Instant now = clock.instant();
        VoiceSample sample = VoiceSample.asked(ids.next("vs"), voice, VoiceChoices.sentence(voice));
        return Outcome.of(sample).writing(sample.asked(tenantId, now)).then(() -> {
            queue.send(Renders.message(tenantId, sample.id(), now), now, Renders.group(tenantId));
            return () -> Outcome.of(sample);
        });
    }
}
