import streamerapi.shared.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The words of the reference and the guides, and the places that have them: what the search of the pages reads.
///
/// `places` has the page, the anchor, the title and a hint of each place. `words` has for each word the numbers of its
/// places, ascending, each but the first as its distance from the one before, in base 36.
final class SearchIndex {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]{2,40}");

    private final List<List<String>> places = new ArrayList<>();
    private final Map<String, Set<Integer>> words = new TreeMap<>();

    /// @param page   its name below `/docs`; an empty one is the overview
    /// @param anchor within it
    /// @param hint   of what kind it is: the path of a call, the title of a guide
    /// @param text   plain
    void add(String page, String anchor, String title, String hint, String text) {
        int place = places.size();
        places.add(List.of(page, anchor, title, hint));
        WORD.matcher((title + ' ' + hint + ' ' + anchor + ' ' + text).toLowerCase(Locale.ROOT))
                .results()
                .forEach(word -> words.computeIfAbsent(word.group(), any -> new TreeSet<>())
                        .add(place));
    }

    String json() {
        Map<String, Object> numbers = new LinkedHashMap<>();
        words.forEach((word, places) -> {
            StringBuilder line = new StringBuilder();
            int before = 0;
            for (int place : places) {
                line.append(line.isEmpty() ? "" : " ").append(Integer.toString(place - before, 36));
                before = place;
            }
            numbers.put(word, line.toString());
        });
        Map<String, Object> index = new LinkedHashMap<>();
        index.put("places", places);
        index.put("words", numbers);
        return Json.writeText(index);
    }
}
