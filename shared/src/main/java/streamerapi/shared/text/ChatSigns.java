package streamerapi.shared.text;

/// The signs of chat that keyboards for Japanese and Chinese type in their wide form as well: `!` before a command, and
/// `@` before a name.
public final class ChatSigns {

    private static final String COMMAND = "!\uFF01";
    private static final String MENTION = "@\uFF20";

    private ChatSigns() {}

    /// Whether a text begins as commands do.
    public static boolean beginsCommand(String text) {
        return begins(text, COMMAND);
    }

    /// A name without the sign that people mention others with.
    public static String withoutMention(String name) {
        return begins(name, MENTION) ? name.substring(1) : name;
    }

    private static boolean begins(String text, String signs) {
        return !text.isEmpty() && signs.indexOf(text.charAt(0)) >= 0;
    }
}
