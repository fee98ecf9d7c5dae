import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The nearest word to a mistyped one. */
final class Similar {
    private Similar() {}

    /** A question for the word of a list that is most like another, or nothing if none is near. */
    static String to(String word, List<String> words) {
        Optional<String> nearest = words.stream().filter(other -> !other.equals(word)).min(Comparator.comparingInt(other -> distance(word, other)));
        return nearest.filter(other -> distance(word, other) <= Math.max(2, word.length() / 3))
                .map(other -> ". Did you mean " + other + "?")
                .orElse("");
    }

    /** The least number of letters that are put in, left out or changed (Levenshtein). */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int before = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int above = row[j];
                int change = before + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
                before = above;
            }
        }
        return row[b.length()];
    }
}
