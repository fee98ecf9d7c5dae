package streamerapi.shared.storage;

import streamerapi.shared.digests.Sha256;

/// The keys of rows about tip pages. `docs/table.md` describes them.
public final class TipPageKeys {

    private TipPageKeys() {}

    /// The slug of an account's tip page, in the whole installation.
    public static Key slug(String slug) {
        return new Key("TIPPAGE#" + slug, "TIPPAGE");
    }

    /// The note that an account had a slug, beside whose it is now.
    ///
    /// @param tenantId empty for the prefix of all
    public static Key former(String slug, String tenantId) {
        return new Key("TIPPAGE#" + slug, "FORMER#" + tenantId);
    }

    /// A slug that an account had.
    ///
    /// @param slug empty for the prefix of all
    public static Key formerOf(String tenantId, String slug) {
        return new Key(Keys.account(tenantId), "FORMERSLUG#" + slug);
    }

    /// The mark that a viewer's sign-in came back from the platform.
    ///
    /// @param hash of the `state` parameter
    public static Key signIn(String tenantId, String hash) {
        return Partitions.spread(tenantId, "TIPSIGNIN#" + hash);
    }

    /// The forms that a network or a viewer sent to a tip page. A hash stands for it: addresses are kept nowhere.
    ///
    /// @param subject that the forms are counted for
    public static Key forms(String subject) {
        return new Key("NETWORK#" + Sha256.hex(subject), "TIPFORMS");
    }
}
