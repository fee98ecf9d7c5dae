package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The state that an overlay's page reports.
///
/// @param state `idle`, `playing` or `silent`
/// @param why it is silent; null if it is not
/// @param at when it said so
record OverlayReport(String state, @Nullable String why, Instant at) {

    static final Attribute<String> STATE = Attribute.text("state");
    static final Attribute<String> WHY = Attribute.text("why");
    static final Attribute<Instant> AT = Attribute.time("reported_at");

    private static final String SILENT = "silent";
    private static final List<String> STATES = List.of("idle", "playing", SILENT);
    private static final List<String> REASONS = List.of("click_wanted", "audio_fails");

    static final Schema<OverlayReport> SCHEMA =
            Schema.shown("OverlayReport", "The state that an overlay's page reports.", s -> {
                s.oneOf(STATE.name(), OverlayReport::state, STATES)
                        .doc("`silent`: it cannot be heard though it should be.")
                        .example("playing");
                s.text(WHY.name(), OverlayReport::why)
                        .orNull()
                        .doc("Why it is silent: `click_wanted`, the browser plays no sound before a click on the page;"
                                + " `audio_fails`, a tip's audio could not be had or played. Null if it is not.");
                s.time(AT.name(), OverlayReport::at)
                        .doc("It says so when it changes, and every 10 seconds while something plays.");
            });

    /// Reads the report in a frame.
    ///
    /// @throws Problem `bad_request`
    static OverlayReport of(@Nullable Object data, Instant now) {
        if (data instanceof Map<?, ?> report
                && report.get(STATE.name()) instanceof String state
                && STATES.contains(state)
                && isReason(state, report.get(WHY.name()))) {
            return new OverlayReport(state, (String) report.get(WHY.name()), now);
        }
        throw Problem.of(
                ErrorCode.BAD_REQUEST,
                "A report needs a state, one of " + String.join(", ", STATES) + ", and, if silent, a why, one of "
                        + String.join(", ", REASONS));
    }

    private static boolean isReason(String state, @Nullable Object why) {
        return state.equals(SILENT) ? why instanceof String reason && REASONS.contains(reason) : why == null;
    }

    /// Reads the report in a presence's row; null if the page has sent none.
    static @Nullable OverlayReport in(Row presence) {
        return presence.has(STATE)
                ? new OverlayReport(presence.get(STATE), presence.find(WHY), presence.get(AT))
                : null;
    }
}
