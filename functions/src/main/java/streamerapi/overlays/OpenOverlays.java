package streamerapi.overlays;

import streamerapi.shared.auth.Credentials;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/// The overlays of an account that are open, and what all of them are told.
public final class OpenOverlays {

    private final Overlays overlays;
    private final Commands commands;

    public OpenOverlays(Table table, Credentials credentials, Ids ids, InstantSource clock) {
        this(new Overlays(table, credentials, new Commands(ids, clock), clock), new Commands(ids, clock));
    }

    OpenOverlays(Overlays overlays, Commands commands) {
        this.overlays = overlays;
        this.commands = commands;
    }

    /// The ids of those with a live socket.
    List<String> ids(String tenantId) {
        return ids(tenantId, overlay -> true);
    }

    private List<String> ids(String tenantId, Predicate<Overlay> isMeant) {
        return overlays.all(tenantId).stream()
                .filter(overlays::isConnected)
                .map(seen -> seen.overlay())
                .filter(isMeant)
                .map(Overlay::id)
                .toList();
    }

    /// The command that has them read sums and counts again.
    public List<Write> rereadingCounts(String tenantId) {
        return told(tenantId, open -> commands.counts(tenantId, open));
    }

    /// The command that has the overlays which show names of tips read them again.
    public List<Write> rereadingNames(String tenantId) {
        return told(tenantId, OpenOverlays::showsNames, open -> commands.counts(tenantId, open));
    }

    /// A command to all of them; nothing if none is open.
    ///
    /// @param command to the overlays with these ids
    List<Write> told(String tenantId, Function<List<String>, Write> command) {
        return told(tenantId, overlay -> true, command);
    }

    private List<Write> told(String tenantId, Predicate<Overlay> isMeant, Function<List<String>, Write> command) {
        List<String> open = ids(tenantId, isMeant);
        return open.isEmpty() ? List.of() : List.of(command.apply(open));
    }

    private static boolean showsNames(Overlay overlay) {
        return Widget.NAMES.stream()
                .anyMatch(widget -> widget.isShownBy(overlay.fields().widgets()));
    }
}
