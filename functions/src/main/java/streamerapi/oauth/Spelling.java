package streamerapi.oauth;

import streamerapi.shared.text.LookAlikes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A name as a list of what each of its characters can be read as: the small Latin letters that it passes for (Unicode
/// TS 39, 4), and nothing at all if it is a sign, a digit, or an ornament such as `™`. A name spells a word if one way
/// of reading it does.
///
/// The letters are those of [LookAlikes] and, besides, those of Unicode's table of confusable characters, which has
/// letters of all scripts. In all of them `i` is read as `l`, `m` as `rn` and `w` as `vv`.
public final class Spelling {

    private static final Map<Integer, String> CONFUSABLE = confusable();
    private static final String NOTHING = "";

    private final List<Set<String>> characters;

    private Spelling(List<Set<String>> characters) {
        this.characters = characters;
    }

    static Spelling of(String name) {
        return new Spelling(name.codePoints()
                .mapToObj(Spelling::readings)
                .filter(readings -> !readings.isEmpty())
                .toList());
    }

    /// The letters that a character can be read as; empty if it is an accent or cannot be seen.
    public static Set<String> readings(int character) {
        Set<String> readings = new TreeSet<>();
        String latin = latin(character);
        if (!latin.isEmpty()) {
            readings.add(latin);
            if (isOrnament(character)) {
                readings.add(NOTHING);
            }
        }
        String confusable = CONFUSABLE.get(character);
        if (confusable != null) {
            readings.add(confusable);
        }
        return readings;
    }

    /// The one reading of a word that names are searched for: its letters and digits.
    public static String plain(String word) {
        return word.codePoints()
                .filter(Character::isLetterOrDigit)
                .mapToObj(Spelling::latin)
                .collect(Collectors.joining());
    }

    private static String latin(int character) {
        return LookAlikes.letters(character).stream()
                .map(letter -> canonical(
                        letter.latin().isEmpty()
                                ? Character.toString(letter.plain())
                                : letter.latin().substring(0, 1)))
                .collect(Collectors.joining());
    }

    private static String canonical(String latin) {
        return latin.replace("i", "l").replace("m", "rn").replace("w", "vv");
    }

    /// Signs, digits and blanks, superscripts and letterlike symbols.
    private static boolean isOrnament(int c) {
        return !Character.isLetter(c)
                || Character.getType(c) == Character.MODIFIER_LETTER
                || c == 'ª'
                || c == 'º'
                || (c >= 0x2100 && c <= 0x214F);
    }

    /// Whether the name has the word between two of its borders: an end of it, or an ornament.
    ///
    /// @param word as of [#plain]
    boolean has(String word) {
        return borders().anyMatch(from -> ends(from, word).stream().anyMatch(this::isBorder));
    }

    /// Whether the name is a run of these words with at least one of those names, with or without something between.
    ///
    /// @param words as of [#plain]
    /// @param names as of [#plain]
    boolean isMadeOf(Collection<String> words, Collection<String> names) {
        BitSet withoutName = new BitSet();
        BitSet withName = new BitSet();
        withoutName.set(0);
        for (int at = 0; at < characters.size(); at++) {
            int from = at;
            if (withoutName.get(at)) {
                words.forEach(word -> withoutName.or(ends(from, word)));
                names.forEach(name -> withName.or(ends(from, name)));
            }
            if (withName.get(at)) {
                words.forEach(word -> withName.or(ends(from, word)));
                names.forEach(name -> withName.or(ends(from, name)));
            }
        }
        return withName.stream().anyMatch(this::isEnd);
    }

    private IntStream borders() {
        return IntStream.rangeClosed(0, characters.size()).filter(this::isBorder);
    }

    private boolean isBorder(int at) {
        return at == 0 || at == characters.size() || isSkippable(at - 1) || isSkippable(at);
    }

    private boolean isEnd(int at) {
        return IntStream.range(at, characters.size()).allMatch(this::isSkippable);
    }

    private boolean isSkippable(int at) {
        return characters.get(at).contains(NOTHING);
    }

    /// The positions at which the word can end if it begins at a character.
    private BitSet ends(int from, String word) {
        BitSet ends = new BitSet();
        BitSet read = new BitSet();
        read.set(0);
        for (int at = from; !read.isEmpty(); at++) {
            if (read.get(word.length())) {
                ends.set(at);
            }
            read = at < characters.size() ? further(read, characters.get(at), word) : new BitSet();
        }
        return ends;
    }

    /// How many characters of the word can be read after one more of the name's.
    private static BitSet further(BitSet read, Set<String> readings, String word) {
        BitSet further = new BitSet();
        read.stream().filter(done -> done < word.length()).forEach(done -> {
            for (String reading : readings) {
                if (word.startsWith(reading, done)) {
                    further.set(done + reading.length());
                }
            }
        });
        return further;
    }

    /// Reads the table: the Latin letters, a colon, and the code points that pass for them.
    private static Map<Integer, String> confusable() {
        Map<Integer, String> confusable = new HashMap<>();
        try (InputStream in = Objects.requireNonNull(Spelling.class.getResourceAsStream("look-alikes.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        String[] words = line.split(":? ");
                        for (int i = 1; i < words.length; i++) {
                            confusable.put(Integer.valueOf(words[i], 16), canonical(words[0]));
                        }
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.copyOf(confusable);
    }
}
