package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/// Makes the samples of voices that accounts ask for, as tips' audio is made: a sentence is spoken in a voice once in
/// 30 days, and its characters count in the month like those of a tip.
final class VoiceSamples {

    private final Table table;
    private final Outbox outbox;
    private final SpokenAudio audio;
    private final String authUrl;
    private final boolean isOn;
    private final InstantSource clock;

    /// @param isOn whether the installation speaks
    VoiceSamples(Table table, Outbox outbox, Rendering.SpeechServices speech, boolean isOn, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.audio = new SpokenAudio(speech.polly(), speech.store());
        this.authUrl = speech.authUrl();
        this.isOn = isOn;
        this.clock = clock;
    }

    /// Makes the sample that was asked for. It may be done twice.
    ///
    /// @return the state that it has then, for the log: `none` if another was asked for since
    String make(String tenantId, String id) {
        Key key = SpeechKeys.sample(tenantId);
        Key profile = Keys.profile(tenantId);
        Instant now = clock.instant();
        Key usageKey = SpeechUsage.key(tenantId, now);
        Map<Key, Row> rows = table.getAll(key, profile, usageKey);
        Row row = rows.get(key);
        VoiceSample sample = row == null ? null : VoiceSample.of(row);
        if (row == null || sample == null || !sample.id().equals(id) || sample.state() != VoiceSample.State.MAKING) {
            return "none";
        }
        int limit = Settings.of(Objects.requireNonNull(rows.get(profile))).tts().charactersLimit();
        Outcome<VoiceSample> made = made(tenantId, sample, SpeechUsage.of(now, rows.get(usageKey), limit), now);
        Write end = made.value().ending(tenantId, row, now).orElse(current -> new Overtaken());
        try {
            outbox.commit(tenantId, null, () -> made.writing(end));
        } catch (Overtaken overtaken) {
            // Another sample was asked for meanwhile.
        }
        return made.value().state().label();
    }

    private Outcome<VoiceSample> made(String tenantId, VoiceSample sample, SpeechUsage usage, Instant now) {
        if (!isOn) {
            return Outcome.of(sample.ended(VoiceSample.State.SPEECH_OFF, null));
        }
        Key audioKey = audio.key(tenantId, sample.text(), sample.voice());
        String known = SpokenAudio.remembered(table.get(audioKey), now);
        if (known != null) {
            return Outcome.of(ready(sample, known));
        }
        int characters = sample.text().codePointCount(0, sample.text().length());
        if (usage.isExceededBy(characters)) {
            return Outcome.of(sample.ended(VoiceSample.State.OVER_LIMIT, null));
        }
        String name = spoken(sample);
        return name == null
                ? Outcome.of(sample.ended(VoiceSample.State.REFUSED, null))
                : Outcome.of(ready(sample, name))
                        .writing(
                                SpokenAudio.remembering(audioKey, name, now),
                                SpeechUsage.count(tenantId, now, characters));
    }

    /// The name of new audio; null if there is none.
    private @Nullable String spoken(VoiceSample sample) {
        try {
            return audio.make(sample.text(), sample.voice());
        } catch (Polly.Refused refused) {
            return null;
        }
    }

    private VoiceSample ready(VoiceSample sample, String name) {
        return sample.ended(VoiceSample.State.READY, authUrl + "/audio/voice/" + name);
    }
}
