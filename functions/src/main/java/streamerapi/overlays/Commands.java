package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Commands to overlays. A command is a row, written with the change that it is part of; the table's stream wakes the
/// fan-out, which sends the row's frame to the sockets of the overlays that it names.
public final class Commands {
    /// The text that sockets are sent.
    public static final Attribute<String> FRAME = Attribute.text("frame");

    /// The ids of the overlays.
    public static final Attribute<List<String>> TO = Attribute.texts("to");

    private static final Duration KEPT = Duration.ofDays(1);

    private final Ids ids;
    private final InstantSource clock;

    public Commands(Ids ids, InstantSource clock) {
        this.ids = ids;
        this.clock = clock;
    }

    /// Loads the page anew, and with it how everything stands.
    Write reload(String tenantId, List<String> overlayIds) {
        return command(tenantId, overlayIds, SocketFrame.of("reload"));
    }

    /// Shows everything as a layout has it, without loading anew.
    Write layout(String tenantId, String overlayId, OverlayLayout layout) {
        return command(tenantId, List.of(overlayId), SocketFrame.of("layout", OverlayLayout.SHOWN, layout));
    }

    /// Plays a chime.
    Write soundCheck(String tenantId, String overlayId) {
        return command(tenantId, List.of(overlayId), SocketFrame.of("sound_check"));
    }

    /// Shows an effect for a while.
    Write celebrate(String tenantId, List<String> overlayIds, String effect, int seconds) {
        return command(
                tenantId,
                overlayIds,
                SocketFrame.of("celebrate", Celebration.SCHEMA, new Celebration(effect, seconds)));
    }

    /// Shows a tip goal as it stands.
    ///
    /// @param goal as it is answered
    Write tipGoal(String tenantId, String overlayId, Map<String, @Nullable Object> goal) {
        return command(tenantId, List.of(overlayId), new SocketFrame("tip_goal", goal));
    }

    /// Has goals, the leaderboard and the timer read anew.
    Write counts(String tenantId, List<String> overlayIds) {
        return command(tenantId, overlayIds, SocketFrame.of("counts"));
    }

    /// Shows the code of another tip page, or of none.
    ///
    /// @param path the page's, or null
    Write tipPage(String tenantId, List<String> overlayIds, @Nullable String path) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("path", path);
        return command(tenantId, overlayIds, new SocketFrame("tip_page", data));
    }

    /// An effect that is shown for a while.
    private record Celebration(String effect, int seconds) {
        private static final Schema<Celebration> SCHEMA = Schema.shown("Celebration", "An effect.", s -> {
            s.text("effect", Celebration::effect);
            s.int32("seconds", Celebration::seconds);
        });
    }

    private Write command(String tenantId, List<String> overlayIds, SocketFrame frame) {
        return Write.put(Row.of(Keys.command(tenantId, ids.next("cmd")))
                .with(TO, overlayIds)
                .with(FRAME, frame.text())
                .with(Table.EXPIRES_AT, clock.instant().plus(KEPT).getEpochSecond()));
    }
}
