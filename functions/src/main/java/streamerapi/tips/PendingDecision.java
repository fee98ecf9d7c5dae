package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Actor;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.util.List;

/// A decision about a held tip that waits until its processor has captured or released the payment. It stays in the
/// tip's row, which then tells how the tip came to be decided.
///
/// @param decision what is decided once the processor did as it was asked
/// @param allowTts of an approval
/// @param allowMedia of an approval
/// @param reason of a rejection, or null
/// @param userId who decided; null for the service
record PendingDecision(
        HeldTip.Decision decision,
        boolean allowTts,
        boolean allowMedia,
        @Nullable String reason,
        @Nullable String userId) {

    private static final Attribute<HeldTip.Decision> DECISION =
            Attribute.label("pending_decision", List.of(HeldTip.Decision.values()));
    private static final Attribute.Flag ALLOW_TTS = Attribute.flag("allow_tts");
    private static final Attribute.Flag ALLOW_MEDIA = Attribute.flag("allow_media");
    static final Attribute<String> REASON = Attribute.text("pending_reason");
    private static final Attribute<String> USER_ID = Attribute.text("decided_by");

    /// The decision that a tip's row has; null if it has none.
    static @Nullable PendingDecision of(Row tip) {
        HeldTip.Decision decision = tip.find(DECISION);
        return decision == null
                ? null
                : new PendingDecision(
                        decision, tip.get(ALLOW_TTS), tip.get(ALLOW_MEDIA), tip.find(REASON), tip.find(USER_ID));
    }

    /// The condition that the row's decision is as it was seen.
    static Condition unchanged(Row tip) {
        return Condition.unchanged(tip, DECISION);
    }

    /// An approval.
    static PendingDecision approval(boolean allowTts, boolean allowMedia, Actor by) {
        return new PendingDecision(HeldTip.Decision.APPROVED, allowTts, allowMedia, null, userOf(by));
    }

    /// A rejection.
    static PendingDecision rejection(@Nullable String reason, Actor by) {
        return new PendingDecision(HeldTip.Decision.REJECTED, false, false, reason, userOf(by));
    }

    /// The end of a hold that no user decided about in time.
    static PendingDecision expiry() {
        return new PendingDecision(HeldTip.Decision.EXPIRED, false, false, null, null);
    }

    private static @Nullable String userOf(Actor by) {
        return by instanceof Actor.User user ? user.id() : null;
    }

    /// The user who decided; null for the service.
    @Nullable
    Actor actor() {
        return userId == null ? null : new Actor.User(userId);
    }

    /// The tip without a decision that waits.
    static Tip none(Tip tip) {
        return tip.with(DECISION, null)
                .with(ALLOW_TTS, null)
                .with(ALLOW_MEDIA, null)
                .with(REASON, null)
                .with(USER_ID, null);
    }

    /// The update of a tip's row with this decision.
    Write on(Write update) {
        return update.set(DECISION, decision)
                .set(ALLOW_TTS, allowTts)
                .set(ALLOW_MEDIA, allowMedia)
                .set(REASON, reason)
                .set(USER_ID, userId);
    }
}
