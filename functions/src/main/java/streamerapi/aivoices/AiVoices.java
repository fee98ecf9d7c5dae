package streamerapi.aivoices;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.speech.SpeechUsage;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/// An account's AI voices (spec "AI voices"). Each call is `not_found` unless the operator has made AI voices available
/// to the account.
public final class AiVoices {

    private static final Attribute.Flag ENABLED = Attribute.flag("enabled");
    private static final Attribute<List<String>> DISABLED_VOICES = Attribute.texts("disabled_voices");
    private static final Attribute.Whole REVISION = Attribute.whole("revision");

    private final Table table;
    private final InstantSource clock;

    public AiVoices(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The characters that were spoken in a month, and their limit.
    ///
    /// @param month `YYYY-MM`, UTC
    record Usage(String month, long charactersUsed, long charactersLimit) {
        static final Schema<Usage> SCHEMA =
                Schema.shown("AiVoicesUsage", "The characters that were spoken this month.", s -> {
                    s.text("month", Usage::month)
                            .doc("The calendar month, UTC.")
                            .example("2026-09");
                    s.integer("characters_used", Usage::charactersUsed).example(48210);
                    s.integer("characters_limit", Usage::charactersLimit).example(1000000);
                });
    }

    /// The catalogue as an account has it.
    ///
    /// @param enabled whether the account has turned AI voices on
    record Overview(boolean enabled, List<AiVoice> voices, Usage usage) {
        static final Schema<Overview> SCHEMA = Schema.shown("AiVoices", "The AI voices of an account.", s -> {
            s.flag("enabled", Overview::enabled).doc("Whether the account has turned AI voices on.");
            s.list("voices", Overview::voices, AiVoice.SCHEMA);
            s.object("usage", Overview::usage, Usage.SCHEMA);
        });
    }

    /// The state of the voices of an account that has them available.
    ///
    /// @param row null before the first change: AI voices are off, and no single voice is disabled
    private record State(Settings settings, @Nullable Row row) {

        private long revision() {
            return row == null ? 0 : row.get(REVISION);
        }

        private boolean isEnabled() {
            return row != null && row.get(ENABLED);
        }

        private List<String> disabled() {
            return row == null ? List.of() : row.get(DISABLED_VOICES);
        }
    }

    /// The overview of an account's voices.
    ///
    /// @throws Problem `not_found` if they are not available to it
    Overview overview(String tenantId) {
        State state = read(tenantId);
        SpeechUsage usage = SpeechUsage.read(
                table, tenantId, clock.instant(), state.settings.tts().charactersLimit());
        return new Overview(
                state.isEnabled(),
                AiVoice.CATALOGUE.stream()
                        .map(voice -> voice.enabled(!state.disabled().contains(voice.id())))
                        .toList(),
                new Usage(usage.month().toString(), usage.charactersUsed(), usage.charactersLimit()));
    }

    /// Turns AI voices on or off for the account.
    ///
    /// @throws Problem `not_found` if they are not available to it
    Outcome<?> setEnabled(String tenantId, boolean enabled) {
        State state = read(tenantId);
        return state.isEnabled() == enabled
                ? Outcome.empty()
                : Outcome.empty().writing(change(tenantId, state).set(ENABLED, enabled));
    }

    /// Turns one voice on or off.
    ///
    /// @throws Problem `not_found` if voices are not available to the account, or the catalogue has no such voice
    Outcome<?> setVoiceEnabled(String tenantId, String voiceId, boolean enabled) {
        State state = read(tenantId);
        if (!AiVoice.isKnown(voiceId)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        TreeSet<String> disabled = new TreeSet<>(state.disabled());
        boolean changes = enabled ? disabled.remove(voiceId) : disabled.add(voiceId);
        return changes
                ? Outcome.empty().writing(change(tenantId, state).set(DISABLED_VOICES, List.copyOf(disabled)))
                : Outcome.empty();
    }

    private static Write change(String tenantId, State state) {
        return Write.update(ChatKeys.aiVoices(tenantId))
                .set(REVISION, state.revision() + 1)
                .when(state.row == null ? Condition.noRow() : Condition.equal(REVISION, state.revision()));
    }

    private State read(String tenantId) {
        Key profile = Keys.profile(tenantId);
        Key voices = ChatKeys.aiVoices(tenantId);
        Map<Key, Row> rows = table.getAll(profile, voices);
        Settings settings = Settings.of(Objects.requireNonNull(rows.get(profile)));
        if (!settings.aiVoicesAvailable()) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new State(settings, rows.get(voices));
    }
}
