package streamerapi.pages;

import java.util.LinkedHashMap;
import java.util.Map;

/// The fonts of overlays as people know them, by the names that the API has.
public final class OverlayFonts {

    /// In the order of the choice.
    public static final Map<String, String> NAMES = names();

    private OverlayFonts() {}

    private static Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("sans", "Plain");
        names.put("serif", "With serifs");
        names.put("rounded", "Rounded");
        names.put("condensed", "Narrow");
        names.put("mono", "Typewriter");
        return names;
    }
}
