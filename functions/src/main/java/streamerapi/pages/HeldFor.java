package streamerapi.pages;

/// The reasons for which a tip waits for a decision, in the words of the page on which a streamer decides.
public final class HeldFor {

    /// The reason of tips that are held only because all are.
    public static final String USUAL = "Held because every tip is reviewed.";

    private HeldFor() {}

    /// The reason as a sentence, which may end in a colon before the words of the filter that the tip has.
    ///
    /// @param tip as the list of held tips answers it, with `matches` and `by_moderation`
    public static String words(Fields tip) {
        if (tip.text("reason").equals("ai_unavailable")) {
            return "Held because the moderation service did not answer.";
        }
        if (tip.flag("by_moderation")) {
            return "Held because the moderation service wants a person to look at it.";
        }
        if (tip.text("reason").equals("filter")) {
            return isMatched(tip) ? "Held for a word of your filter:" : "Held for a word that was in your filter.";
        }
        return switch (tip.text("payment_state")) {
            case "held" -> "Held because its payment is on hold: the sender is charged once you approve it.";
            case "capturing" -> "Held because its payment is on hold.";
            case "captured" -> "Held for your decision: the sender has been charged.";
            default -> USUAL;
        };
    }

    /// Whether a tip is held only because every tip is: a page says so once.
    public static boolean isUsual(Fields tip) {
        return words(tip).equals(USUAL);
    }

    /// Whether the words of the filter that the tip has are what it is held for.
    public static boolean isMatched(Fields tip) {
        return tip.text("reason").equals("filter")
                && !tip.flag("by_moderation")
                && !tip.texts("matches").isEmpty();
    }
}
