package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.InstantSource;

/// Keeps what the pages of overlays say that they do, on the rows of their presence. One read and one write each.
public final class OverlayReports {
    private static final Attribute<String> CREDENTIAL_ID = Attribute.text("credential_id");

    private final Table table;
    private final InstantSource clock;

    public OverlayReports(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// A socket sends a report.
    ///
    /// @param data of its frame
    /// @throws Problem `bad_request` if it is none, or the socket is not an overlay's
    public void take(String connectionId, @Nullable Object data) {
        OverlayReport report = OverlayReport.of(data, clock.instant());
        Row connection = table.get(Keys.connection(connectionId));
        String credential = connection == null ? "" : connection.get(CREDENTIAL_ID);
        if (connection == null || !Overlay.isId(credential)) {
            throw Problem.of(ErrorCode.BAD_REQUEST, "Only a socket with an overlay's key can send reports");
        }
        table.update(Presence.reported(connection.get(Caller.TENANT_ID), credential, report));
    }
}
