package streamerapi.shared.text;

import java.text.Normalizer;

/// Texts that a platform takes for a command to itself rather than for a chat message: they begin with `/` or `.`
/// (contract "What the bot says"). A bot that moderates a channel would have the command carried out.
///
/// Characters that are not seen are passed over, and signs that look like `/` or `.` count as them: whether a platform
/// strips the former or folds the latter is not known, and can change.
public final class PlatformCommands {

    /// Signs that pass for `/` or `.`, beside those that decompose into them. Letters of other scripts are not among
    /// them: sentences begin with them.
    private static final String LOOK_ALIKES =
            "/\u2044\u2215\u2571\u29F8\u1735" + ".\u06D4\u0701\u0702\uA60E\uA4F8\u3002\uFF61";

    private PlatformCommands() {}

    /// Whether a platform could take the text for a command.
    public static boolean isCommand(String text) {
        int first = firstSeen(text);
        return first < text.length() && isSign(text.codePointAt(first));
    }

    /// Whether nothing of a text can be seen.
    public static boolean isUnseen(String text) {
        return firstSeen(text) == text.length();
    }

    /// Whether a character is not seen at the beginning of a text.
    public static boolean isUnseen(int character) {
        int type = Character.getType(character);
        return ViewerText.isUnseen(character)
                || type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.UNASSIGNED;
    }

    /// Whether a character is `/` or `.`, or looks like one of them.
    public static boolean isSign(int character) {
        if (LOOK_ALIKES.indexOf(character) >= 0) {
            return true;
        }
        int plain = character < 0x80
                ? character
                : Normalizer.normalize(Character.toString(character), Normalizer.Form.NFKD)
                        .codePointAt(0);
        return plain == '/' || plain == '.';
    }

    private static int firstSeen(String text) {
        int at = 0;
        while (at < text.length() && isUnseen(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        return at;
    }
}
