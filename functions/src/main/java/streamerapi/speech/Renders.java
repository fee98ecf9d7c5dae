package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.MessageHandler;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.tasks.Host;
import streamerapi.tts.Tip;
import streamerapi.tts.TtsQueries;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Makes audio. The fan-out sends a message for each tip that enters the TTS queue. Tips that wait without audio are
/// tried again once they may be spoken. Samples of voices are made on request.
public final class Renders implements MessageHandler {

    /// The only field of the messages.
    public static final String TASK = "render";

    /// The value of `SPEECH_ENGINE` with which tips stay silent.
    private static final String NO_ENGINE = "none";

    private static final String GROUP = "render.";

    private static final String SAMPLE = "sample";

    private static final String WAITING = "waiting";
    private static final String AFTER = "after";

    /// How many tips that wait are looked at for one message.
    static final int MAX_AT_ONCE = 20;

    /// How long audio of them is made for one message: the tips of other accounts wait in the same lane, and the worker
    /// has a minute for all that it has in hand.
    private static final Duration TAKING = Duration.ofSeconds(5);

    private final Rendering rendering;
    private final VoiceSamples samples;
    private final TtsQueries tips;
    private final DelayQueue queue;
    private final InstantSource clock;
    private final boolean areMade;

    public Renders(Services services) {
        Environment environment = services.environment();
        Polly polly = new Polly(
                services.clients().polly(),
                environment.required("SPEECH_ENGINE"),
                environment.required("SPEECH_VOICE"));
        Rendering.SpeechServices speech =
                new Rendering.SpeechServices(polly, store(services), environment.required("AUTH_URL"));
        this.rendering =
                new Rendering(services.table(), services.outbox(), services.warnings(), speech, services.clock());
        this.areMade = areMade(environment);
        this.samples = new VoiceSamples(services.table(), services.outbox(), speech, areMade, services.clock());
        this.tips = new TtsQueries(services.table(), services.clock());
        this.queue = services.work();
        this.clock = services.clock();
    }

    /// The message that asks for a tip's audio.
    ///
    /// @param created its `tip.created`
    public static String message(LoggedEvent created) {
        Map<String, @Nullable Object> data =
                Json.asObject(Json.asObject(Json.read(created.body())).get("data"));
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("tenant_id", created.tenantId());
        message.put("order_id", data.get("order_id"));
        message.put("due", created.created().toEpochMilli());
        return Json.writeText(Map.of(TASK, message));
    }

    /// The message that asks for a sample of a voice.
    ///
    /// @param id of the asking
    public static String message(String tenantId, String id, Instant due) {
        return Json.writeText(Map.of(TASK, Map.of("tenant_id", tenantId, SAMPLE, id, "due", due.toEpochMilli())));
    }

    /// The message that asks for the audio of all tips that wait without it.
    public static String ofWaiting(String tenantId, Instant due) {
        return ofWaiting(tenantId, due, null);
    }

    /// @param after the tip behind which they wait, or null
    private static String ofWaiting(String tenantId, Instant due, @Nullable String after) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("tenant_id", tenantId);
        message.put(WAITING, true);
        message.put(AFTER, after);
        message.put("due", due.toEpochMilli());
        return Json.writeText(Map.of(TASK, message));
    }

    /// Whether an installation makes audio of tips.
    public static boolean areMade(Environment environment) {
        return !environment.required("SPEECH_ENGINE").equals(NO_ENGINE);
    }

    /// The group of the messages of an account. If one has thousands, SQS hands out the messages of others first.
    public static String group(String tenantId) {
        return GROUP + tenantId;
    }

    /// Whether a group is one of messages that ask for audio.
    public static boolean isGroup(String group) {
        return group.startsWith(GROUP);
    }

    /// The audio, as the function's variables name it.
    public static AudioStore store(Services services) {
        return new AudioStore(
                services.clients().http(),
                services.clients().credentials(),
                services.environment().required("AWS_REGION"),
                URI.create(services.environment().required("AUDIO_URL")),
                services.clock());
    }

    /// Makes the audio of tips that wait without it, some for each message.
    ///
    /// @param after the tip behind which they wait, or null for all
    private void renderWaiting(String tenantId, @Nullable String after) {
        long began = Host.nanoTime();
        CursorPage<Tip> page = waiting(tenantId, after);
        String last = page.nextCursor();
        for (Tip tip : page.items()) {
            if (tip.find(Tip.TTS_URL) == null && render(tenantId, tip.orderId()) == Rendering.Result.OVER_LIMIT) {
                return;
            }
            if (Host.nanoTime() - began > TAKING.toNanos()) {
                last = tip.orderId();
                break;
            }
        }
        if (last != null) {
            Instant now = clock.instant();
            queue.send(ofWaiting(tenantId, now, last), now, group(tenantId));
        }
    }

    private CursorPage<Tip> waiting(String tenantId, @Nullable String after) {
        try {
            return tips.waiting(tenantId, MAX_AT_ONCE, after);
        } catch (Problem erased) {
            return tips.waiting(tenantId, MAX_AT_ONCE, null);
        }
    }

    private Rendering.Result render(String tenantId, String orderId) {
        LogLine line = LogLine.of("render").with("tenant_id", tenantId).with("order_id", orderId);
        Rendering.Rendered rendered;
        try {
            rendered = rendering.render(tenantId, orderId);
        } catch (RuntimeException fault) {
            line.with("outcome", "failed").with("fault", fault.toString()).write();
            throw fault;
        }
        line.with("outcome", rendered.result().label())
                .with("characters", rendered.characters())
                .with("polly_ms", rendered.speechMillis())
                .write();
        return rendered.result();
    }

    /// Makes a tip's audio, a sample's, or that of the tips that wait.
    ///
    /// @param fields what stands in the message under [#TASK]
    @Override
    public void handle(Map<String, @Nullable Object> fields) {
        String tenantId = Json.text(fields, "tenant_id");
        if (fields.get(SAMPLE) instanceof String id) {
            LogLine.of("voice sample")
                    .with("tenant_id", tenantId)
                    .with("outcome", samples.make(tenantId, id))
                    .write();
            return;
        }
        if (fields.containsKey(WAITING)) {
            if (areMade) {
                renderWaiting(tenantId, (String) fields.get(AFTER));
            }
            return;
        }
        render(tenantId, Json.text(fields, "order_id"));
    }
}
