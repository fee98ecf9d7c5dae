package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
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
    private static final Attribute<String> FRAME = Attribute.text("frame");
    private static final Attribute<List<String>> TO = Attribute.texts("to");

    private static final Duration KEPT = Duration.ofDays(1);

    private final Ids ids;
    private final InstantSource clock;

    public Commands(Ids ids, InstantSource clock) {
        this.ids = ids;
        this.clock = clock;
    }

    /// Loads the page anew, and with it how everything stands.
    Write reload(String tenantId, String overlayId) {
        return command(tenantId, List.of(overlayId), Map.of("type", "reload"));
    }

    /// Shows everything as a layout has it, without loading anew.
    Write layout(String tenantId, String overlayId, OverlayLayout layout) {
        return command(tenantId, List.of(overlayId), frame("layout", OverlayLayout.SHOWN.json(layout)));
    }

    /// Plays a chime.
    Write soundCheck(String tenantId, String overlayId) {
        return command(tenantId, List.of(overlayId), Map.of("type", "sound_check"));
    }

    /// Shows an effect for a while.
    Write celebrate(String tenantId, List<String> overlayIds, String effect, int seconds) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("effect", effect);
        data.put("seconds", seconds);
        return command(tenantId, overlayIds, frame("celebrate", data));
    }

    /// Shows a tip goal as it stands.
    ///
    /// @param goal as it is answered
    Write tipGoal(String tenantId, String overlayId, Map<String, @Nullable Object> goal) {
        return command(tenantId, List.of(overlayId), frame("tip_goal", goal));
    }

    /// Has goals of followers and subscriptions, and the timer, read anew.
    Write counts(String tenantId, List<String> overlayIds) {
        return command(tenantId, overlayIds, Map.of("type", "counts"));
    }

    private static Map<String, @Nullable Object> frame(String type, Map<String, @Nullable Object> data) {
        Map<String, @Nullable Object> frame = new LinkedHashMap<>();
        frame.put("type", type);
        frame.put("data", data);
        return frame;
    }

    private Write command(String tenantId, List<String> overlayIds, Map<String, ? extends @Nullable Object> frame) {
        return Write.put(Row.of(Keys.command(tenantId, ids.next("cmd")))
                .with(TO, overlayIds)
                .with(FRAME, Json.writeText(frame))
                .with(Table.EXPIRES_AT, clock.instant().plus(KEPT).getEpochSecond()));
    }
}
