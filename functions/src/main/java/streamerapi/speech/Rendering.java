package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.Standing;
import streamerapi.settings.Settings;
import streamerapi.settings.SpeechSettings;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Host;
import streamerapi.tts.Tip;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/// Makes a tip heard: says what is to be said with a speech service, keeps the audio, and announces its address
/// (contract "Overlays' own rights").
///
/// A tip is playable without its audio. A tip that cannot or must not be spoken stays as it is, and no event follows.
public final class Rendering {

    private final Table table;
    private final Outbox outbox;
    private final Warnings warnings;
    private final Polly polly;
    private final SpokenAudio audio;
    private final String authUrl;
    private final InstantSource clock;

    /// The services that make and store the audio.
    ///
    /// @param authUrl what addresses of audio begin with
    public record SpeechServices(Polly polly, AudioStore store, String authUrl) {}

    public Rendering(Table table, Outbox outbox, Warnings warnings, SpeechServices speech, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.warnings = warnings;
        this.polly = speech.polly();
        this.audio = new SpokenAudio(speech.polly(), speech.store());
        this.authUrl = speech.authUrl();
        this.clock = clock;
    }

    /// The result of looking for a tip that is to be spoken.
    private sealed interface Found {}

    /// A tip with all that speaking it takes.
    private record Job(String tenantId, Tip tip, SpeechSettings settings, SpeechUsage usage, String text, Key audio)
            implements Found {}

    /// A tip that is not to be spoken.
    private record Nothing(Result because) implements Found {}

    /// The result for a tip that was to be spoken.
    ///
    /// @param characters of its text; 0 if it is not to be spoken
    /// @param speechMillis how long the speech service took; 0 if it was not asked
    public record Rendered(Result result, int characters, long speechMillis) {}

    /// Whether a tip is heard, and why not.
    public enum Result implements Labelled {
        /// It was spoken.
        SPOKEN,
        /// Audio of the same words was there.
        USED_AGAIN,
        /// It is not in the queue any more, or has its audio already.
        NOT_WAITING,
        /// There is nothing to say, as the account has chosen.
        NO_TEXT,
        /// The month's characters are used up.
        OVER_LIMIT,
        /// The speech service refused, or gave no sound.
        REFUSED
    }

    /// Renders a tip that waits in the queue. It may be done twice.
    public Rendered render(String tenantId, String orderId) {
        Found found = job(tenantId, orderId);
        return switch (found) {
            case Nothing nothing -> new Rendered(nothing.because(), 0, 0);
            case Job job -> render(job);
        };
    }

    private Rendered render(Job job) {
        int characters = job.text.codePointCount(0, job.text.length());
        String made = SpokenAudio.remembered(table.get(job.audio), clock.instant());
        if (made != null) {
            commit(job, Outcome.of(made));
            return new Rendered(Result.USED_AGAIN, characters, 0);
        }
        if (job.usage.isExceededBy(characters)) {
            warnings.raiseHourly(job.tenantId, "speech_limit_reached", SpeechWarnings.LIMIT_REACHED.event(job.usage));
            return new Rendered(Result.OVER_LIMIT, characters, 0);
        }
        long began = Host.nanoTime();
        String name = spoken(job);
        long millis = Duration.ofNanos(Host.nanoTime() - began).toMillis();
        if (name == null) {
            return new Rendered(Result.REFUSED, characters, millis);
        }
        Instant now = clock.instant();
        commit(
                job,
                Outcome.of(name)
                        .writing(
                                SpokenAudio.remembering(job.audio, name, now),
                                SpeechUsage.count(job.tenantId, now, characters)));
        return new Rendered(Result.SPOKEN, characters, millis);
    }

    /// Reads what a rendering needs.
    private Found job(String tenantId, String orderId) {
        Key tipKey = Keys.tip(tenantId, orderId);
        Key account = Keys.profile(tenantId);
        Instant now = clock.instant();
        Key usage = SpeechUsage.key(tenantId, now);
        Map<Key, Row> rows = table.getAll(tipKey, account, usage);
        Row row = rows.get(tipKey);
        Tip tip = row == null ? null : new Tip(row);
        if (tip == null || tip.hasAudio(now) || tip.standing() != Standing.WAITING) {
            return new Nothing(Result.NOT_WAITING);
        }
        SpeechSettings settings =
                Settings.of(Objects.requireNonNull(rows.get(account))).tts();
        String text = SpokenText.of(tip, settings, polly.language(settings.voice()));
        if (text == null) {
            return new Nothing(Result.NO_TEXT);
        }
        return new Job(
                tenantId,
                tip,
                settings,
                SpeechUsage.of(now, rows.get(usage), settings.charactersLimit()),
                text,
                audio.key(tenantId, text, settings.voice()));
    }

    /// The name of new audio; null if there is none.
    private @Nullable String spoken(Job job) {
        try {
            return audio.make(job.text, job.settings.voice());
        } catch (Polly.Refused refused) {
            SpeechWarnings.Refusal refusal =
                    new SpeechWarnings.Refusal(refused.reason(), polly.spokenBy(job.settings.voice()));
            warnings.raiseHourly(job.tenantId, "speech_refused", SpeechWarnings.REFUSED.event(refusal));
            return null;
        }
    }

    private void commit(Job job, Outcome<String> made) {
        String orderId = job.tip.orderId();
        String address = authUrl + "/audio/" + orderId + "/" + made.value();
        Write ready = Write.update(job.tip.key())
                .set(Tip.TTS_URL, address)
                .set(Tip.TTS_UNTIL, clock.instant().plus(SpokenAudio.KEPT))
                .when(Condition.all(
                        Condition.rowExists(),
                        Condition.unchanged(job.tip.row(), Tip.TTS_URL),
                        job.tip.notErasedSince()))
                .orElse(current -> new Overtaken());
        Outcome<String> rendered = made.writing(ready)
                .emitting(TipTtsReady.EVENT, new TipTtsReady(orderId, address))
                .ofTest(job.tip.isTest());
        try {
            outbox.commit(job.tenantId, null, () -> rendered);
        } catch (Overtaken overtaken) {
            // The tip was removed, erased or spoken meanwhile, and needs no audio.
        }
    }
}
