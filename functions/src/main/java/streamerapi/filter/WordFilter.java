package streamerapi.filter;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// An account's filter: words that are replaced, and words that keep a text out (contract "Tips").
///
/// A listed word is found on word borders, in any case and width, with any accents and look-alike letters, and with
/// invisible characters inside it. Punctuation inside a word is passed over (`b.a.d`), and so is white space if the
/// word is spelt out (`b a d`, three letters at least). An apostrophe counts as white space (`he'll` is not `hell`).
/// For a space in a listed phrase there must be one in the text, or punctuation. Letters may be repeated (`darrn`) in a
/// word that has four or more of them. The signs before a listed word's first letter and after its last one (`#`,
/// `.com`) must stand there in the text. Letters are not taken for digits nor digits for letters if nothing of the word
/// is a letter. Sounds are matched too: a word in another script that sounds as a listed one is written, or the other
/// way round ([Romanized]), is found as a whole. Scripts that are written without spaces have a border at every
/// character. An entry without any letter or digit, for example an emoji, is found anywhere.
public final class WordFilter {

    private static final String STAR = "*";

    /// How often a text is looked at again for words that a replacement laid open.
    private static final int MAX_ROUNDS = 8;

    private static final Pattern WORD = Pattern.compile("\\S+");

    private final WordTree words = new WordTree();
    private final WordTree stretched = new WordTree();
    private final WordTree signs = new WordTree();
    private long steps;

    /// @param replace words that are replaced
    /// @param block words that keep a text out
    public WordFilter(List<String> replace, List<String> block) {
        replace.forEach(word -> add(word, false));
        block.forEach(word -> add(word, true));
    }

    /// The filter's result for a text.
    ///
    /// @param text the text without what is replaced: each character of a word that can be seen is an asterisk
    /// @param replaced the words that were replaced, as they are listed, in the order of the text
    /// @param blocked the words that keep the text out
    public record Verdict(String text, List<String> replaced, List<String> blocked) {

        /// Whether the text stays out.
        public boolean isBlocked() {
            return !blocked.isEmpty();
        }

        /// Whether anything was replaced.
        public boolean isReplaced() {
            return !replaced.isEmpty();
        }
    }

    /// Judges a text as it is seen and as it is heard.
    public Verdict judge(String text) {
        Verdict seen = seen(text);
        String heard = Romanized.of(seen.text());
        if (seen.isBlocked() || heard.equals(seen.text())) {
            return seen;
        }
        Verdict spoken = seen(heard);
        if (spoken.isBlocked()) {
            return new Verdict(text, List.of(), spoken.blocked());
        }
        return spoken.isReplaced()
                ? new Verdict(muted(seen.text()), both(seen.replaced(), spoken.replaced()), List.of())
                : seen;
    }

    private static List<String> both(List<String> seen, List<String> heard) {
        return Stream.concat(seen.stream(), heard.stream()).distinct().toList();
    }

    /// A text without the words that are heard as listed ones. If a listed phrase is made of several of them, each word
    /// that is written in another script goes.
    private String muted(String text) {
        String left = replaced(text, word -> seen(Romanized.of(word)).isReplaced());
        return seen(Romanized.of(left)).isReplaced() ? replaced(left, word -> true) : left;
    }

    private static String replaced(String text, Predicate<String> isHeard) {
        return WORD.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        !Romanized.of(found.group()).equals(found.group()) && isHeard.test(found.group())
                                ? stars(found.group())
                                : found.group()));
    }

    private static String stars(String word) {
        return STAR.repeat(Characters.of(word).size());
    }

    /// Judges a text as it is written. It is looked at again after each replacement: what is left has none of the
    /// words, even if asterisks are passed over. If words stand around words so many times, all of it is replaced: only
    /// a text that is to keep the filter busy is made so.
    private Verdict seen(String text) {
        Set<String> replaced = new LinkedHashSet<>();
        String left = text;
        for (int round = 0; ; round++) {
            Characters characters = Characters.of(left);
            List<Find> finds = finds(characters);
            List<String> blocked = listed(finds.stream().filter(find -> find.word.isBlocked()));
            if (finds.isEmpty() || !blocked.isEmpty()) {
                return new Verdict(left, List.copyOf(replaced), blocked);
            }
            replaced.addAll(listed(finds.stream()));
            left = starred(
                    characters,
                    round < MAX_ROUNDS ? finds : List.of(finds.getFirst().inAllOf(characters)));
        }
    }

    /// How many letters were compared so far. From each letter of a text there are at most as many comparisons as the
    /// list has letters: the work grows with the text and with the list, and no faster.
    long steps() {
        return steps;
    }

    /// A listed word in a text, from one of its characters to another.
    private record Find(ListedWord word, int first, int last) {

        /// This word as if it went from a text's beginning to its end.
        Find inAllOf(Characters characters) {
            return new Find(word, 0, characters.size() - 1);
        }
    }

    private void add(String listed, boolean blocks) {
        add(ListedWord.of(listed, blocks), blocks);
        String heard = Romanized.of(listed);
        if (!heard.equals(listed) && !heard.isBlank()) {
            add(ListedWord.of(heard, blocks).listedAs(listed), blocks);
        }
    }

    private void add(ListedWord word, boolean blocks) {
        if (word.size() > 0 && (blocks || !word.isOfAsterisks())) {
            (word.isOfSigns() ? signs : words).add(word);
            ListedWord longer = word.isOfSigns() ? null : word.stretched();
            if (longer != null) {
                stretched.add(longer);
            }
        }
    }

    private List<Find> finds(Characters characters) {
        List<Find> finds = new ArrayList<>();
        if (!words.isEmpty()) {
            Reading reading = Reading.of(characters, Reading.Signs.LETTERS);
            findWords(reading, finds);
            if (reading.hasSigns()) {
                findWords(Reading.of(characters, Reading.Signs.PUNCTUATION), finds);
            }
        }
        if (!signs.isEmpty()) {
            find(Reading.of(characters, Reading.Signs.ALONE), signs, finds);
        }
        finds.sort((one, other) -> Integer.compare(one.first, other.first));
        return finds;
    }

    private void findWords(Reading reading, List<Find> finds) {
        find(reading, words, finds);
        Reading squeezed = reading.squeezed();
        if (squeezed != reading && !stretched.isEmpty()) {
            find(squeezed, stretched, finds);
        }
    }

    private void find(Reading reading, WordTree listed, List<Find> finds) {
        for (int first = 0; first < reading.size(); first++) {
            WordTree node = reading.begins(first) ? listed : null;
            for (int last = first; node != null && last < reading.size(); last++) {
                steps++;
                node = node.branch(reading.group(last));
                if (node != null && !node.words().isEmpty() && reading.ends(last)) {
                    find(reading, first, last, node.words(), finds);
                }
            }
        }
    }

    private void find(Reading reading, int first, int last, List<ListedWord> listed, List<Find> finds) {
        for (ListedWord word : listed) {
            steps += word.size();
            if (word.stands(reading, first)) {
                int from = reading.character(first) - word.before().size();
                finds.add(new Find(
                        word, from, reading.lastCharacter(last) + word.after().size()));
            }
        }
    }

    private static List<String> listed(Stream<Find> finds) {
        return finds.map(find -> find.word.listed()).distinct().toList();
    }

    private static String starred(Characters characters, List<Find> finds) {
        BitSet covered = new BitSet();
        finds.forEach(find -> covered.set(find.first, find.last + 1));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < characters.size(); i++) {
            text.append(covered.get(i) ? (characters.isUnseen(i) ? "" : star(characters, i)) : characters.text(i));
        }
        return text.toString();
    }

    private static String star(Characters characters, int i) {
        return characters.isSpace(i) ? characters.text(i) : STAR;
    }
}
