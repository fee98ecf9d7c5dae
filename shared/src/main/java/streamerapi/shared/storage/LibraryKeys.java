package streamerapi.shared.storage;

/// The keys of rows about an account's own pictures, clips and sounds. `docs/table.md` describes them.
public final class LibraryKeys {

    /// The prefix of files.
    public static final String FILE = "LIBRARY#";

    /// The prefix of files that are being uploaded.
    public static final String UPLOAD = "UPLOAD#";

    private LibraryKeys() {}

    /// A file.
    public static Key file(String tenantId, String fileId) {
        return new Key(Keys.account(tenantId), FILE + fileId);
    }

    /// A file that is being uploaded.
    public static Key upload(String tenantId, String fileId) {
        return new Key(Keys.account(tenantId), UPLOAD + fileId);
    }

    /// The sum of the files.
    public static Key sum(String tenantId) {
        return Keys.allotment(tenantId, "library");
    }
}
