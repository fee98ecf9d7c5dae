package streamerapi.simulation.year;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The sentences that do not hold, each with what breaks it.
final class Broken {

    private final List<String> sentences = new ArrayList<>();
    private final Set<String> asked = new TreeSet<>();

    void holds(boolean isTrue, String sentence, Object detail) {
        asked.add(sentence);
        if (!isTrue) {
            sentences.add(sentence + ": " + detail);
        }
    }

    List<String> sentences() {
        return sentences;
    }

    /// All sentences that were asked, whether they hold or not.
    Set<String> asked() {
        return asked;
    }
}
