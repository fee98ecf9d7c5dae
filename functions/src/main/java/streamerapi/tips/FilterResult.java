package streamerapi.tips;

import streamerapi.filter.WordFilter;
import streamerapi.moderation.Opinion;
import streamerapi.settings.FilterSettings;
import streamerapi.settings.Settings;
import streamerapi.tts.Tip;

import java.util.List;
import java.util.stream.Stream;

/// The result of an account's filter and its moderation service for a tip: it goes on, it goes on with words replaced,
/// it is held for a word that would have been replaced, or because the service asks for a review or does not answer, or
/// it is blocked.
///
/// @param holds whether a tip is held rather than changed
/// @param opinion of the moderation service
record FilterResult(NewTip sent, WordFilter.Verdict name, WordFilter.Verdict message, boolean holds, Opinion opinion) {

    /// As many words as an event names; the longest that fit it by far.
    static final int MAX_WORDS = 50;

    /// The words of an event, for the documents.
    static final String WORDS = "The words as they are listed, in the order of name and message; the first 50.";

    static FilterResult of(NewTip sent, Settings settings) {
        WordFilter filter =
                new WordFilter(settings.filter().replace(), settings.filter().block());
        String message = sent.message();
        return new FilterResult(
                sent,
                filter.judge(sent.name()),
                filter.judge(message == null ? "" : message),
                settings.filter().onMatch() == FilterSettings.OnMatch.HOLD,
                Opinion.ALLOWED);
    }

    /// Whether the filter finds a word in a tip's name or message.
    static boolean matches(Tip tip, Settings settings) {
        WordFilter filter =
                new WordFilter(settings.filter().replace(), settings.filter().block());
        String message = tip.message();
        return Stream.of(tip.name(), message == null ? "" : message)
                .map(filter::judge)
                .anyMatch(verdict -> verdict.isBlocked() || verdict.isReplaced());
    }

    /// This result with the moderation service's answer.
    FilterResult and(Opinion other) {
        return new FilterResult(sent, name, message, holds, other);
    }

    boolean isBlocked() {
        return isBlockedByFilter() || opinion.action() == Opinion.Action.BLOCK;
    }

    boolean isHeld() {
        return !isBlocked() && ((matches() && holds) || isToBeSeen());
    }

    boolean isReplaced() {
        return !isBlocked() && matches() && !holds;
    }

    /// Why it is held.
    HeldTip.Reason reason() {
        if (opinion.action() == Opinion.Action.UNAVAILABLE) {
            return HeldTip.Reason.AI_UNAVAILABLE;
        }
        if (opinion.action() == Opinion.Action.HOLD) {
            return HeldTip.Reason.MODERATION;
        }
        return isHeld() ? HeldTip.Reason.FILTER : HeldTip.Reason.MANUAL;
    }

    private boolean isBlockedByFilter() {
        return name.isBlocked() || message.isBlocked();
    }

    private boolean isToBeSeen() {
        return opinion.action() == Opinion.Action.HOLD || opinion.action() == Opinion.Action.UNAVAILABLE;
    }

    private boolean matches() {
        return name.isReplaced() || message.isReplaced();
    }

    /// The tip as it goes on.
    Tip on(Tip tip) {
        return isReplaced()
                ? tip.with(Tip.NAME, name.text())
                        .with(Tip.MESSAGE, sent.message() == null ? null : message.text())
                        .with(Tip.NAME_WAS_FILTERED, name.isReplaced())
                        .with(Tip.MESSAGE_WAS_FILTERED, message.isReplaced())
                : tip;
    }

    /// How the filter changed a tip.
    TipFiltered filtered(Tip tip) {
        List<String> words = words(name.replaced(), message.replaced());
        return new TipFiltered(
                tip.orderId(),
                tip.name(),
                sent.name(),
                tip.amount(),
                tip.currency(),
                tip.message(),
                sent.message(),
                words,
                reasoning(name.isReplaced(), message.isReplaced(), words.size(), "replaces"));
    }

    /// Why a tip stays out.
    TipBlocked blocked(Tip tip) {
        List<String> words = words(name.blocked(), message.blocked());
        return new TipBlocked(
                tip.orderId(),
                sent.name(),
                tip.amount(),
                tip.currency(),
                sent.message(),
                words,
                isBlockedByFilter() ? reasoning(words.size()) : reasoning());
    }

    private String reasoning(int words) {
        return reasoning(name.isBlocked(), message.isBlocked(), words, "blocks");
    }

    private String reasoning() {
        String reason = opinion.reason();
        return reason == null ? "The moderation service blocks it." : "The moderation service blocks it: " + reason;
    }

    private static List<String> words(List<String> ofName, List<String> ofMessage) {
        return Stream.concat(ofName.stream(), ofMessage.stream())
                .distinct()
                .limit(MAX_WORDS)
                .toList();
    }

    private static String reasoning(boolean name, boolean message, int words, String does) {
        String where = name ? (message ? "The name and the message have " : "The name has ") : "The message has ";
        return where + (words == 1 ? "a word" : "words") + " that the streamer " + does + ".";
    }
}
