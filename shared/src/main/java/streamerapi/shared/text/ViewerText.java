package streamerapi.shared.text;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;

import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/// Text that a viewer wrote, as the service keeps and shows it (contract "Text from viewers"): names and messages of
/// tips, names in the media queue, chat messages and display names.
///
/// Such text stands in overlays, dashboards and logs of others, so it must not reorder, hide or overdraw what stands
/// beside it; and assistants read it, so it must not say to them what people do not see. Bidi control characters, tags
/// but those of flags, marks of annotations, and what is no character of XML are removed, control characters but line
/// feed are refused, and a letter keeps its first 8 combining marks. The rule is idempotent: kept text is kept as it
// is. Lengths are counted after it.
public final class ViewerText {

    /// Combining marks that one letter keeps. Written languages need 4 at most (Unicode Standard Annex 15, 3 allows for
    /// 30 in a stream-safe text).
    public static final int MAX_MARKS = 8;

    /// The name of a viewer whose name is not known, or shows nothing.
    public static final String ANONYMOUS = "Anonymous";

    private static final int LINE_FEED = '\n';

    /// The flags of parts of a country are this one, the tags of the part's code (`gbsct`), and a tag that ends them.
    private static final int BLACK_FLAG = 0x1F3F4;
    private static final int CANCEL_TAG = 0xE007F;

    /// The most characters of a part's code (Unicode TS 35, `unicode_subdivision_id`).
    private static final int MAX_REGION = 6;

    /// Letters and symbols that are drawn as a space: the fillers of Hangul, and the empty pattern of Braille.
    private static final String SHAPELESS = "\u115F\u1160\u3164\uFFA0\u2800";

    private ViewerText() {}

    /// A text in the form in which names are compared: in any case and width, with accents in one character with their
    /// letters or not.
    public static String folded(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }

    /// The text as it is kept; empty if nothing of it is.
    ///
    /// @param field what a refusal names
    /// @param text without halves of characters
    /// @throws Problem `bad_request` with `field`, if the text holds a control character other than line feed
    public static String kept(String field, String text) {
        text.codePoints().filter(ViewerText::isControl).findFirst().ifPresent(character -> {
            throw Problem.badField(
                    field,
                    "%s holds the control character U+%04X; only line feeds are taken".formatted(field, character));
        });
        return cleaned(text);
    }

    /// The text as it is kept if it cannot be refused, because another service sends it: the title of a video, a
    /// display name. A control character other than line feed becomes a space.
    public static String cleaned(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        int marks = 0;
        int flagEnd = 0;
        for (int i = 0; i < text.length(); ) {
            int character = text.codePointAt(i);
            if (character == BLACK_FLAG) {
                flagEnd = flagEnd(text, i);
            }
            i += Character.charCount(character);
            if (isMark(character)) {
                marks++;
            } else if (Character.getType(character) != Character.FORMAT) {
                marks = 0;
            }
            if (!isBidiControl(character)
                    && !isAnnotation(character)
                    && !isNoCharacter(character)
                    && (!isTag(character) || i <= flagEnd)
                    && marks <= MAX_MARKS) {
                kept.appendCodePoint(isControl(character) ? ' ' : character);
            }
        }
        return kept.toString();
    }

    /// The name of a viewer that another service tells: the first of these of which something is kept, cut to `max`
    /// characters; [#ANONYMOUS] if there is none.
    public static String name(int max, @Nullable String... names) {
        return Stream.of(names)
                .filter(Objects::nonNull)
                .map(name -> cut(cleaned(name), max))
                .filter(name -> !isBlank(name))
                .findFirst()
                .orElse(ANONYMOUS);
    }

    /// The first `max` code points of a text; a letter stays with its accents, an emoji whole, unless it has more.
    public static String cut(String text, int max) {
        if (text.codePointCount(0, text.length()) <= max) {
            return text;
        }
        int end = text.offsetByCodePoints(0, max);
        BreakIterator letters = BreakIterator.getCharacterInstance(Locale.ROOT);
        letters.setText(text);
        int border = letters.isBoundary(end) ? end : letters.preceding(end);
        return text.substring(0, border > 0 ? border : end);
    }

    /// Whether nothing of a text can be seen: it has spaces, control and format characters, and letters without a shape
    /// alone.
    public static boolean isBlank(String text) {
        return text.codePoints().allMatch(ViewerText::isUnseen);
    }

    /// Whether a character cannot be seen.
    static boolean isUnseen(int character) {
        int type = Character.getType(character);
        return Character.isSpaceChar(character)
                || Character.isWhitespace(character)
                || type == Character.CONTROL
                || type == Character.FORMAT
                || SHAPELESS.indexOf(character) >= 0
                || isUndrawnMark(character);
    }

    /// Whether a character is a mark that is never drawn: the joiner of graphemes, or one that chooses how the letter
    /// before it is drawn (Unicode Standard Annex 44, `Default_Ignorable_Code_Point`).
    private static boolean isUndrawnMark(int character) {
        return character == 0x034F
                || character == 0x17B4
                || character == 0x17B5
                || (character >= 0x180B && character <= 0x180F)
                || (character >= 0xFE00 && character <= 0xFE0F)
                || (character >= 0xE0100 && character <= 0xE01EF);
    }

    /// Whether a character is a bidi control (Unicode Standard Annex 9, 2), which reorders the text around it.
    public static boolean isBidiControl(int character) {
        return character == 0x061C
                || character == 0x200E
                || character == 0x200F
                || (character >= 0x202A && character <= 0x202E)
                || (character >= 0x2066 && character <= 0x2069);
    }

    /// Whether a character is a tag: an invisible twin of an ASCII character, which people do not see and programs that
    /// read text do.
    private static boolean isTag(int character) {
        return character >= 0xE0000 && character <= CANCEL_TAG;
    }

    /// Whether a character marks an interlinear annotation, which is not drawn.
    private static boolean isAnnotation(int character) {
        return character >= 0xFFF9 && character <= 0xFFFB;
    }

    /// Whether this is half of a character, or one that XML 1.0 (2.2) leaves out beside the controls: the text of
    /// speech is XML.
    private static boolean isNoCharacter(int character) {
        return Character.getType(character) == Character.SURROGATE || character == 0xFFFE || character == 0xFFFF;
    }

    /// The end of the flag that begins at a black flag: behind the tag that ends its tags (Unicode TS 51, 1.4.6);
    /// behind the black flag itself if its tags do not name a region.
    private static int flagEnd(String text, int start) {
        int begin = start + Character.charCount(BLACK_FLAG);
        int at = begin;
        while (at < text.length() && isRegionTag(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        int tags = (at - begin) / Character.charCount(CANCEL_TAG);
        boolean ends = at < text.length() && text.codePointAt(at) == CANCEL_TAG;
        return ends && tags >= 3 && tags <= MAX_REGION ? at + Character.charCount(CANCEL_TAG) : begin;
    }

    /// Whether a character is the tag of a small letter or a digit.
    private static boolean isRegionTag(int character) {
        return (character >= 0xE0061 && character <= 0xE007A) || (character >= 0xE0030 && character <= 0xE0039);
    }

    private static boolean isControl(int character) {
        return Character.getType(character) == Character.CONTROL && character != LINE_FEED;
    }

    /// Whether a character is drawn on the letter before it. Format characters between two marks part them from no
    /// letter.
    private static boolean isMark(int character) {
        int type = Character.getType(character);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }
}
