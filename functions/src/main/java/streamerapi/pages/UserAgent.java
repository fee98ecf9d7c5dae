package streamerapi.pages;

import java.util.LinkedHashMap;
import java.util.Map;

/// A `User-Agent` header as people know their browsers: `Firefox on Windows`.
///
/// Browsers name themselves among the names of others, so the rarer name decides: Edge calls itself Chrome and Safari
/// too. A list of our own: libraries that tell models and versions bring megabytes of patterns.
public final class UserAgent {

    private static final int MAX_SHOWN = 40;

    private static final Map<String, String> BROWSERS = ordered(
            "OBS/", "OBS",
            "Edg", "Edge",
            "OPR/", "Opera",
            "Vivaldi/", "Vivaldi",
            "SamsungBrowser/", "Samsung Internet",
            "Firefox/", "Firefox",
            "FxiOS/", "Firefox",
            "CriOS/", "Chrome",
            "Chrome/", "Chrome",
            "Safari/", "Safari",
            "curl/", "curl");

    private static final Map<String, String> SYSTEMS = ordered(
            "Windows", "Windows",
            "Android", "Android",
            "iPhone", "iPhone",
            "iPad", "iPad",
            "CrOS", "ChromeOS",
            "Macintosh", "macOS",
            "Linux", "Linux");

    private UserAgent() {}

    /// The browser and the system; the beginning of the header if it names no browser that is known.
    public static String shown(String header) {
        String browser = first(BROWSERS, header);
        if (browser.isEmpty()) {
            return header.length() <= MAX_SHOWN ? header : header.substring(0, MAX_SHOWN) + "…";
        }
        String system = first(SYSTEMS, header);
        return system.isEmpty() ? browser : browser + " on " + system;
    }

    private static String first(Map<String, String> names, String header) {
        return names.entrySet().stream()
                .filter(name -> header.contains(name.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
    }

    private static Map<String, String> ordered(String... names) {
        Map<String, String> ordered = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i += 2) {
            ordered.put(names[i], names[i + 1]);
        }
        return ordered;
    }
}
