package streamerapi.shared.events;

import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.nio.charset.StandardCharsets;

/// An event that has been committed, at its place in the account's log.
///
/// @param place where it stands among the account's events: places sort in the order of the commits
/// @param body the envelope, the very bytes that everybody is sent
public record LoggedEvent(String tenantId, String place, String id, EventType type, String body) {

    /// The event of a row that has its place.
    static LoggedEvent of(Row row) {
        return new LoggedEvent(
                Keys.tenantOf(row.key().partition()),
                row.text(Table.PLACE_INDEX),
                row.key().sort(),
                EventType.of(row.text("type")).orElseThrow(),
                row.text("body"));
    }

    /// The envelope's bytes.
    public byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}
