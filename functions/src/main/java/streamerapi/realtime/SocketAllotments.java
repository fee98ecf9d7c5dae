package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.Overlay;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.List;

/// The quotas of one socket: those of overlays apart, so that no app keeps an overlay dark, and those of an app among
/// those of keys and apps.
///
/// @param overlay whether it is an overlay's
/// @param app the app that it is of, or null
record SocketAllotments(
        String tenantId, boolean overlay, @Nullable String app) {

    static SocketAllotments of(Socket socket) {
        return new SocketAllotments(socket.tenantId(), Overlay.isId(socket.credentialId()), socket.app());
    }

    /// @param connection the row of [streamerapi.shared.storage.Keys#connection]
    static SocketAllotments of(Row connection) {
        return new SocketAllotments(
                connection.get(Socket.TENANT_ID),
                Overlay.isId(connection.get(Socket.CREDENTIAL_ID)),
                connection.find(Socket.APP));
    }

    /// Counts one more; refused with `limit_reached`.
    Write[] take() {
        if (overlay) {
            return new Write[] {Quota.OVERLAY_SOCKETS.take(tenantId)};
        }
        Write all = Quota.SOCKETS.take(tenantId);
        return app == null ? new Write[] {all} : new Write[] {all, Quota.APP_SOCKETS.take(tenantId, app)};
    }

    /// Counts one less.
    List<Write> giveBack() {
        if (overlay) {
            return List.of(Quota.OVERLAY_SOCKETS.giveBack(tenantId));
        }
        Write all = Quota.SOCKETS.giveBack(tenantId);
        return app == null ? List.of(all) : List.of(all, Quota.APP_SOCKETS.giveBack(tenantId, app));
    }

    /// Corrects the counts by what there really is.
    ///
    /// @param there the account's sockets
    /// @return whether there is room for another one
    boolean correct(Table table, List<Socket> there) {
        List<SocketAllotments> all = there.stream().map(SocketAllotments::of).toList();
        if (overlay) {
            int overlays = (int) all.stream().filter(SocketAllotments::overlay).count();
            return Quota.OVERLAY_SOCKETS.correct(table, tenantId, "", overlays);
        }
        int others = (int) all.stream().filter(each -> !each.overlay).count();
        boolean room = Quota.SOCKETS.correct(table, tenantId, "", others);
        String own = app;
        if (own == null) {
            return room;
        }
        int ofApp = (int) all.stream().filter(each -> own.equals(each.app)).count();
        return Quota.APP_SOCKETS.correct(table, tenantId, own, ofApp) && room;
    }
}
