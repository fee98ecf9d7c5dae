package streamerapi.shared.text;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A table of the characters that pass for one another, in any case, width and style, with any accents, and in any
/// script (Unicode TS 39, 4).
///
/// A table of our own: the standard's has 6,000 pairs, most of them of signs that words are not written with, and it
/// merges what must be told apart here (`rn` and `m`, `I` and `l` everywhere). It holds the letters that pass for
/// Latin ones in common fonts, those of the alphabets that people decorate a text with (`ғʟᴏᴡᴇʀ`, `ƒℓσωєя`), and the
/// digits and signs that are written in their place.
public final class LookAlikes {

    /// A Latin letter, and what passes for it. A capital stands here only if it looks like another letter than its
    /// small form does; what Unicode's compatibility decomposition undoes is not here.
    private static final List<String> ROWS = List.of(
            "aаαɑ4@ᴀᎪꓮ⍺ⱥᗩ",
            "bвьβƀ8ʙɓᏴꓐꞴꞵƃᗷ",
            "cсϲᴄᏟꓚƈȼҫ¢ᑕ",
            "dԁđɗᴅᎠꓓɖƌ∂ᗪ",
            "eеєεҽ3ɛᴇᎬꓰɇ€",
            "fƒϝꜰꓝғʄꞙᖴ",
            "gɡԍɢᏀꓖɠǥ",
            "hһнհħʜΗᎻꓧɦɧⱨћᕼ",
            "iіιıɩ!|1ɪᎥᵻ",
            "jјϳᴊᎫꓙʝɉȷᒍ",
            "kкκҝᴋᏦꓗƙĸӄҟҡⱪ",
            "l!|1ӏłʟΙᏞꓡƚɫɭⱡᒪ",
            "mмᴍΜᎷꓟɱʍᗰ",
            "nпηոռɴΝꓠŋɲɳƞᑎ",
            "oоοσօ0øᴏꓳɵө",
            "pрρᴘᏢꓑƥᵽᑭ",
            "qԛգɋʠᑫ",
            "rгяʀᏒꓣɍɽɾᖇ",
            "sѕ5$ꜱᏚꓢʂȿᔕ",
            "tтτ7ŧᴛ+Ꭲꓔƭʈⱦ",
            "uυսцμᴜꓴʊʋʉᵾᑌ",
            "vνѵᴠᏙꓦʋᐯ",
            "wѡшωԝᴡᎳꓪաᗯ",
            "xхχ×ꓫҳӿ",
            "yуγүʏΥᎩꓬɏƴ¥",
            "zᴢƶ2ΖᏃꓜʐʑȥɀⱬᘔ");

    /// Letters in black circles and squares, and those that flags are made of, which decompose into nothing.
    private static final int[] ENCLOSED = {0x1F150, 0x1F170, 0x1F1E6};

    /// Letters of Arabic that people write for one another: the `yeh` of Egypt and of Persia, the `kaf` of Persia, and
    /// the `teh` at the end of words.
    private static final Map<Integer, Integer> ARABIC =
            Map.of(0x0649, 0x064A, 0x06CC, 0x064A, 0x06A9, 0x0643, 0x0629, 0x0647, 0x0671, 0x0627);

    private static final int TATWEEL = 0x0640;

    private static final Map<Integer, String> LATIN = latin();
    private static final int[] GROUPS = groups();

    private LookAlikes() {}

    /// A letter, digit or sign without its case, accents, width and style.
    ///
    /// @param plain what it is
    /// @param latin the small Latin letters that it passes for, itself among them if it is one; often none
    /// @param mask the same letters, a bit for each
    public record Letter(int plain, String latin, int mask) {

        /// @param latin as of the record
        Letter(int plain, String latin) {
            this(plain, latin, latin.chars().map(letter -> 1 << (letter - 'a')).reduce(0, (all, one) -> all | one));
        }

        /// Whether one can be taken for the other.
        public boolean passesFor(Letter other) {
            return plain == other.plain || (mask & other.mask) != 0;
        }

        /// This letter if it is written so that `I` and `l` cannot be told apart.
        public Letter asStroke() {
            return new Letter(plain, "il");
        }

        /// The group of the letter: all letters that pass for each other are of one group, and some others are too.
        public int group() {
            return latin.isEmpty() ? plain : GROUPS[latin.charAt(0) - 'a'];
        }
    }

    /// The letters of a character: mostly one, two or more for `ß` or `ﬃ`, none for an accent and for an invisible
    /// character.
    public static List<Letter> letters(int character) {
        if (character < 0x80) {
            return isUnseen(character) ? List.of() : List.of(letter(character, fold(character)));
        }
        List<Letter> letters = new ArrayList<>(2);
        Normalizer.normalize(Character.toString(character), Normalizer.Form.NFKD)
                .codePoints()
                .filter(part -> !isAccent(part) && !isUnseen(part))
                .map(part -> ARABIC.getOrDefault(part, part))
                .forEach(part -> folded(part).codePoints().forEach(small -> letters.add(letter(part, small))));
        return letters;
    }

    /// Whether a character is not seen: a control, a mark of format, a filler, the colour of an emoji; or only makes
    /// the letter before it longer, as in Arabic.
    public static boolean isUnseen(int c) {
        int type = Character.getType(c);
        return type == Character.FORMAT
                || (type == Character.CONTROL && !Character.isWhitespace(c))
                || c == 0x115F
                || c == 0x1160
                || c == 0x3164
                || c == TATWEEL
                || (c >= 0x1F3FB && c <= 0x1F3FF);
    }

    /// Whether a mark is laid over letters, of any script or of one that is read without it. Vowel signs and the marks
    /// of Japanese make other letters, and stay.
    private static boolean isAccent(int c) {
        int type = Character.getType(c);
        boolean over = type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
        if (!over || c == 0x3099 || c == 0x309A) {
            return false;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case INHERITED, LATIN, GREEK, CYRILLIC, ARABIC, HEBREW -> true;
            default -> false;
        };
    }

    private static Letter letter(int written, int small) {
        String latin = LATIN.get(written);
        if (latin == null) {
            latin = LATIN.get(small);
        }
        return new Letter(small, latin == null ? "" : latin);
    }

    private static int fold(int ascii) {
        return ascii >= 'A' && ascii <= 'Z' ? ascii + ('a' - 'A') : ascii;
    }

    /// Small, then capital, then small: `ẞ`, `ß` and `SS` come to the same, so do `σ`, `ς` and `Σ`.
    private static String folded(int c) {
        return Character.toString(c)
                .toLowerCase(Locale.ROOT)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }

    private static Map<Integer, String> latin() {
        Map<Integer, String> latin = new HashMap<>();
        for (String row : ROWS) {
            String letter = row.substring(0, 1);
            row.codePoints().forEach(c -> {
                latin.merge(c, letter, String::concat);
                int small = folded(c).codePointAt(0);
                if (small != c && Character.isUpperCase(c) && !isGreek(c)) {
                    latin.putIfAbsent(small, letter);
                }
            });
            for (int first : ENCLOSED) {
                latin.put(first + letter.charAt(0) - 'a', letter);
            }
        }
        return Map.copyOf(latin);
    }

    /// A Greek capital and its small form can look like different letters.
    private static boolean isGreek(int c) {
        return Character.UnicodeScript.of(c) == Character.UnicodeScript.GREEK;
    }

    /// One number for all Latin letters that some character joins, by passing for both or by being one in its capital
    /// form and the other in its small one.
    private static int[] groups() {
        int[] groups = new int[26];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = 'a' + i;
        }
        LATIN.forEach((c, latin) -> {
            String small = LATIN.getOrDefault(folded(c).codePointAt(0), "");
            (latin + small).chars().forEach(letter -> join(groups, latin.charAt(0), letter));
        });
        return groups;
    }

    private static void join(int[] groups, int one, int other) {
        int from = groups[other - 'a'];
        int to = groups[one - 'a'];
        for (int i = 0; i < groups.length; i++) {
            if (groups[i] == from) {
                groups[i] = to;
            }
        }
    }
}
