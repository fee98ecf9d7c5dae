package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An amount as donors type it: in the digits of any script and in any width, with decimals after a point or a comma,
/// and with separators of thousands as long as they cannot be read as anything else.
///
/// One point or comma alone stands before decimals: `1,000` and `1.000` are one or a thousand, depending on the
/// country. In a currency without decimals they can only be a thousand.
final class TypedAmount {

    private static final int MAX_TYPED = 40;

    private static final Pattern PLAIN = Pattern.compile("([0-9]{1,9})(?:[.,]([0-9]{1,9}))?");
    private static final Pattern THOUSANDS = Pattern.compile("[0-9]{1,3}[.,][0-9]{3}");

    /// Groups of three digits with one sign between them, which can be of two before the last one, as in India; then
    /// another sign and decimals.
    private static final Pattern GROUPED =
            Pattern.compile("([0-9]{1,3}(?<between>[ '.,])(?:[0-9]{2,3}\\k<between>)*[0-9]{3})"
                    + "(?:(?!\\k<between>)[.,]([0-9]{1,9}))?");

    /// The signs of Arabic between thousands and before decimals, the apostrophe of Switzerland, and the wide point and
    /// comma that keyboards for Japanese type.
    private static final String SIGNS = "\u066C\u066B\u2019\uFF0E\uFF0C";

    private static final String PLAIN_SIGNS = "'.'.,";

    private TypedAmount() {}

    /// The number that was typed; null if it is none.
    ///
    /// @param decimals how many decimals an amount may have
    static @Nullable BigDecimal of(String typed, int decimals) {
        if (typed.length() > MAX_TYPED) {
            return null;
        }
        String text = plain(typed);
        Matcher plain = PLAIN.matcher(text);
        if (plain.matches() && !(decimals == 0 && THOUSANDS.matcher(text).matches())) {
            return number(plain.group(1), plain.group(2));
        }
        Matcher grouped = GROUPED.matcher(text);
        return grouped.matches() ? number(grouped.group(1).replaceAll("[^0-9]", ""), grouped.group(3)) : null;
    }

    private static BigDecimal number(String whole, @Nullable String decimals) {
        return new BigDecimal(decimals == null ? whole : whole + "." + decimals);
    }

    /// The text in ASCII: digits, signs and blanks of any script. Marks of direction, which come with what is pasted,
    /// are left out.
    private static String plain(String typed) {
        StringBuilder plain = new StringBuilder();
        typed.codePoints().forEach(c -> {
            int sign = SIGNS.indexOf(c);
            if (Character.isDigit(c)) {
                plain.append(Character.digit(c, 10));
            } else if (sign >= 0) {
                plain.append(PLAIN_SIGNS.charAt(sign));
            } else if (Character.isSpaceChar(c)) {
                plain.append(' ');
            } else if (!ViewerText.isBidiControl(c)) {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString().strip();
    }
}
