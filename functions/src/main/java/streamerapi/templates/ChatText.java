package streamerapi.templates;

import streamerapi.shared.text.PlatformCommands;
import streamerapi.shared.text.ViewerText;

/// A message as it is sent to chat: one line, at most [#MAX_CHARACTERS], and never a platform's command that a viewer
/// wrote.
///
/// Platforms take a message that begins with `/` or `.` for a command to themselves, other bots one that begins with
/// `!`. Such a beginning is dropped if a variable produced it. A text that still begins like a platform's command is
/// not sent ([streamerapi.bot.ChatSender]).
public final class ChatText {

    /// The platforms' limit, in Unicode code points.
    public static final int MAX_CHARACTERS = 500;

    private static final String OTHER_STARTS = "!\\";

    private final StringBuilder text = new StringBuilder();

    /// Adds what the streamer wrote.
    ChatText write(String part) {
        text.append(line(part));
        return this;
    }

    /// Adds what can be a viewer's text.
    ChatText insert(String part) {
        String line = line(part);
        text.append(PlatformCommands.isUnseen(text.toString()) ? withoutCommand(line) : line);
        return this;
    }

    /// Whether a message has room for a text.
    public static boolean fits(String text) {
        return text.codePointCount(0, text.length()) <= MAX_CHARACTERS;
    }

    /// The first [#MAX_CHARACTERS] of a text; a letter stays with its accents, an emoji whole.
    static String cut(String text) {
        return fits(text) ? text : ViewerText.cut(text, MAX_CHARACTERS).stripTrailing();
    }

    @Override
    public String toString() {
        return cut(text.toString().strip());
    }

    private static String line(String part) {
        StringBuilder line = new StringBuilder();
        part.codePoints()
                .map(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c)
                .forEach(line::appendCodePoint);
        return line.toString();
    }

    private static String withoutCommand(String part) {
        int start = 0;
        while (start < part.length() && isDropped(part.codePointAt(start))) {
            start += Character.charCount(part.codePointAt(start));
        }
        return part.substring(start);
    }

    private static boolean isDropped(int character) {
        return OTHER_STARTS.indexOf(character) >= 0
                || PlatformCommands.isSign(character)
                || PlatformCommands.isUnseen(character);
    }
}
