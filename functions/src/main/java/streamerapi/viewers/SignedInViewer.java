package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.Objects;

/// A viewer who has signed in, as the tip page greets them.
///
/// @param name that is shown
/// @param subscriberTier 0 to 3, as last seen
/// @param credits that can be spent now
/// @param since when the account signed in first
public record SignedInViewer(
        Platform platform, String userId, String name, int subscriberTier, long credits, Instant since) {

    /// The viewer with this account; null if it has never signed in, or was erased since.
    public static @Nullable SignedInViewer find(Table table, String tenantId, Platform platform, String userId) {
        Row row = AccountName.isId(userId) ? table.get(PeopleKeys.viewer(tenantId, platform, userId)) : null;
        ViewerRow account = row == null ? null : ViewerRow.of(row);
        if (account == null || !account.hasSignedIn()) {
            return null;
        }
        Found found = Found.of(table, tenantId, account);
        Viewer viewer = found.viewer();
        return new SignedInViewer(
                platform,
                userId,
                Objects.requireNonNullElse(account.shownName(), userId),
                viewer.subscriberTier(),
                found.credits().available(),
                viewer.firstSignedInAt());
    }
}
