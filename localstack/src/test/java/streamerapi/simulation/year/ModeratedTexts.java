package streamerapi.simulation.year;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Words that the account's filter keeps out or replaces, and tips that wait for a moderator: where they may be told,
/// and where they were seen.
final class ModeratedTexts {

    static final String BLOCKED = "forbidden";
    static final String REPLACED = "dratted";

    /// Events that tell a streamer's software what the filter and the moderators are about.
    private static final Pattern TOLD =
            Pattern.compile("\"type\":\"(tip\\.(held|blocked|filtered|reviewed)|warning)\"");

    private static final Pattern TIP = Pattern.compile("(Viewer \\w+|Donor (pay|wallet)_\\d+)");

    private final World world;
    private final Map<String, String> words = new LinkedHashMap<>();
    private final Map<String, String> tips = new LinkedHashMap<>();

    ModeratedTexts(World world) {
        this.world = world;
    }

    /// The message of the viewer of this number: one in four uses a word that is blocked, one in four one that is
    /// replaced.
    static String message(int number) {
        return switch (number % 4) {
            case 1 -> "A " + BLOCKED + " word";
            case 2 -> "A " + REPLACED + " word";
            default -> "Hello";
        };
    }

    /// The settings that do this.
    static String filter() {
        return """
                {"filter": {"replace": ["%s"], "block": ["%s"], "on_match": "replace"}}""".formatted(REPLACED, BLOCKED);
    }

    /// Looks at a text that everyone may hear or see: an overlay's frame, an answer of the queue, or speech.
    void shown(String where, String text) {
        looked(where, text);
        if (world.takesBack(world.turns().now())) {
            return;
        }
        Matcher tip = TIP.matcher(text);
        while (tip.find()) {
            tips.putIfAbsent(tip.group(), where);
        }
    }

    /// Looks at a frame of a socket of the streamer's software.
    void told(String frame) {
        if (!TOLD.matcher(frame).find()) {
            looked("an event", frame);
        }
    }

    private void looked(String where, String text) {
        for (String word : List.of(BLOCKED, REPLACED)) {
            if (text.contains(word)) {
                words.putIfAbsent(word, where + ": " + text);
            }
        }
    }

    /// Compares the words that were seen with the tips that were let in.
    void hold(List<Told> told, Broken broken) {
        broken.holds(words.isEmpty(), "a word that is blocked or replaced is neither shown nor spoken", words);
        Set<String> letIn =
                Told.tips(told, "").stream().map(event -> event.text("name")).collect(Collectors.toSet());
        tips.forEach((tip, where) -> broken.holds(
                letIn.contains(tip),
                "a tip that waits for a moderator is neither shown nor spoken",
                tip + " in " + where));
    }
}
