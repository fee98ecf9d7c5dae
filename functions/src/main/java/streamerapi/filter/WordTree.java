package streamerapi.filter;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Listed words by the groups of their letters, one after the other, so that a text is walked once from each of its
/// letters, and only as far as a listed word goes.
final class WordTree {

    private final Map<Integer, WordTree> branches = new HashMap<>();
    private final List<ListedWord> words = new ArrayList<>(1);

    /// Adds a word.
    void add(ListedWord word) {
        WordTree node = this;
        for (int i = 0; i < word.size(); i++) {
            node = node.branches.computeIfAbsent(word.group(i), group -> new WordTree());
        }
        node.words.add(word);
    }

    boolean isEmpty() {
        return branches.isEmpty();
    }

    /// The branch of a letter's group; null if no word goes on with it.
    @Nullable
    WordTree branch(int group) {
        return branches.get(group);
    }

    /// The words that end here.
    List<ListedWord> words() {
        return words;
    }
}
