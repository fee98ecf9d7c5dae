package streamerapi.pages;

import java.util.List;
import java.util.Locale;

/// An own picture or sound, as the page of the library shows it.
///
/// @param users the overlays whose alerts have it
public record LibraryItem(Fields file, List<Fields> users) {

    private static final double MEGABYTE = 1_000_000;
    private static final double KILOBYTE = 1_000;

    /// All of a library.
    ///
    /// @param library the answer of `GET /library`
    /// @param overlays the answer of `GET /overlays`
    public static List<LibraryItem> all(Fields library, Fields overlays) {
        return library.objects("files").stream()
                .map(file -> new LibraryItem(
                        file,
                        overlays.objects("overlays").stream()
                                .filter(overlay -> has(overlay, file.text("id")))
                                .toList()))
                .toList();
    }

    private static boolean has(Fields overlay, String id) {
        return overlay.object("layout").object("alerts").objects("variations").stream()
                .anyMatch(variation -> variation.first("picture_file").equals(id)
                        || variation.first("sound_file").equals(id));
    }

    /// The sort of its preview: `image`, `video` or `audio`.
    public String sort() {
        String type = file.text("type");
        return type.substring(0, type.indexOf('/'));
    }

    /// Its size, in a few words.
    public String size() {
        String bytes = bytes(Long.parseLong(file.text("bytes")));
        return file.isNull("width") ? bytes : file.text("width") + " × " + file.text("height") + ", " + bytes;
    }

    /// A number of bytes, for people.
    public static String bytes(long bytes) {
        return bytes >= MEGABYTE
                ? String.format(Locale.ROOT, bytes % (long) MEGABYTE == 0 ? "%.0f MB" : "%.1f MB", bytes / MEGABYTE)
                : String.format(Locale.ROOT, "%.0f kB", Math.ceil(bytes / KILOBYTE));
    }
}
