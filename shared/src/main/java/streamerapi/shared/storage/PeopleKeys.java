package streamerapi.shared.storage;

import streamerapi.shared.connectors.Platform;
import streamerapi.shared.digests.Sha256;

/// The keys of viewers, of their credits, and of what they redeem. `docs/table.md` describes them.
public final class PeopleKeys {

    private static final String ERASURES = "ERASURES#";

    private PeopleKeys() {}

    /// The prefix of an account's viewers.
    public static final String VIEWER = "VIEWER#";

    /// A viewer's account on a platform.
    public static Key viewer(String tenantId, Platform platform, String userId) {
        return new Key(Keys.account(tenantId), VIEWER + platform.label() + "#" + userId);
    }

    /// A name by which a viewer's account is found.
    ///
    /// @param name in one case
    /// @param account `alpha:48213377`; empty for the prefix of all that have the name
    public static Key viewerName(String tenantId, String name, String account) {
        return new Key(Keys.account(tenantId), "VIEWERNAME#" + Sha256.hex(name) + "#" + account);
    }

    /// The credits of a person, whose accounts' rows name it.
    public static Key person(String tenantId, String person) {
        return new Key(Keys.account(tenantId), "PERSON#" + person);
    }

    /// An entry of the ledger of a viewer's credits; with an empty id the prefix of all of the account.
    ///
    /// @param account `alpha:48213377`
    public static Key creditEntry(String tenantId, String account, String id) {
        return new Key(Keys.account(tenantId), "CREDIT#" + account + "#" + id);
    }

    /// A credit that a viewer spent; with an empty id the prefix of all of the account.
    ///
    /// @param account `alpha:48213377`
    public static Key reward(String tenantId, String account, String id) {
        return new Key(Keys.account(tenantId), "REWARD#" + account + "#" + id);
    }

    /// A channel point redemption. The id can have any character, so a hash is used in its place.
    public static Key redemption(String tenantId, String redemptionId) {
        return new Key(Keys.account(tenantId), "REDEMPTION#" + Sha256.hex(redemptionId));
    }

    /// The redemption of a tip that waits for a moderator.
    public static Key redemptionOfTip(String tenantId, String orderId) {
        return new Key(Keys.account(tenantId), "REDEEMED#" + orderId);
    }

    /// The mark that a viewer spent a credit by this redemption. The id can have any character, so a hash is used in
    /// its place.
    public static Key subRewardRedemption(String tenantId, Platform platform, String redemptionId) {
        return new Key(Keys.account(tenantId), "SUBREWARD#" + platform.label() + "#" + Sha256.hex(redemptionId));
    }

    /// The partition of the people of an account who are being erased. The stream's filter in template.yaml names its
    /// prefix.
    public static String erasures(String tenantId) {
        return ERASURES + tenantId;
    }

    /// The note that a person is being erased.
    public static Key erasure(String tenantId, String id) {
        return new Key(erasures(tenantId), id);
    }

    /// Whether erasures stand in this partition, rather than events.
    public static boolean isOfErasures(String partition) {
        return partition.startsWith(ERASURES);
    }
}
