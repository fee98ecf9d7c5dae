package streamerapi.simulation.year;

import java.util.ArrayList;
import java.util.List;

/// The sentences that do not hold, each with what breaks it.
final class Broken {

    private final List<String> sentences = new ArrayList<>();

    void holds(boolean isTrue, String sentence, Object detail) {
        if (!isTrue) {
            sentences.add(sentence + ": " + detail);
        }
    }

    List<String> sentences() {
        return sentences;
    }
}
