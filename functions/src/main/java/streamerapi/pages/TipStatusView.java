package streamerapi.pages;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;

/// The content of a tip's status page.
///
/// @param address of the tip page; null if there is none any more
/// @param state as `data-state` names it
/// @param refunded the sum that came back
/// @param isSpoken whether a tip of its amount is read aloud
/// @param look of the streamer's pages
/// @param isOnHold whether the money is held until a moderator decides, and the donor was not charged
/// @param isCapturing whether a moderator has let the tip in, and it is not known whether the donor was charged
public record TipStatusView(
        @Nullable String address,
        String account,
        String state,
        BigDecimal amount,
        BigDecimal refunded,
        String currency,
        boolean isOnHold,
        boolean isCapturing,
        boolean isSpoken,
        boolean isTest,
        TipLookView look) {

    /// The state in two or three words.
    public String heading() {
        return switch (state) {
            case "pending" -> "Waiting for the payment";
            case "held" -> isCapturing ? "Waiting for the payment" : "Waiting for a moderator";
            case "queued" -> "Thank you! Your tip is in the queue";
            case "playing" -> "Your tip is on stream now";
            case "played" -> "Your tip was shown on stream";
            case "removed" -> "Your tip was taken out of the queue";
            case "released" -> "Your tip was not accepted";
            case "rejected" -> "Your tip was not accepted";
            case "expired" -> "Nothing was paid";
            case "failed" -> "The payment failed";
            case "refunded" -> "Your tip was refunded";
            default -> throw new IllegalArgumentException(state);
        };
    }

    /// The meaning of the state to the donor.
    public String words() {
        return switch (state) {
            case "pending" ->
                "The payment processor has not confirmed your payment yet. This page updates by itself."
                        + " If you did not pay, nothing is charged.";
            case "held" -> held();
            case "queued" ->
                "Your payment has arrived. "
                        + (isSpoken ? "Your message will be read aloud" : "Your tip will be shown")
                        + " when its turn comes.";
            case "playing" ->
                "Your payment has arrived, and your "
                        + (isSpoken ? "message is being read aloud." : "tip is shown now.");
            case "played" ->
                "Your payment has arrived, and your " + (isSpoken ? "message was read aloud." : "tip was shown.")
                        + " Thank you!";
            case "removed" ->
                "Your payment has arrived, but your "
                        + (isSpoken ? "message will not be read aloud." : "tip will not be shown.");
            case "released" -> "It was not accepted for the stream. You were not charged.";
            case "rejected" ->
                "It was not accepted for the stream after your payment had arrived. The streamer can refund it; a"
                        + " refund takes a few days.";
            case "expired" -> "The checkout or the reservation has ended. You were not charged.";
            case "failed" -> "The payment processor could not take the payment. You can try again.";
            case "refunded" -> "All of it was refunded. Your bank may need a few days to show it.";
            default -> throw new IllegalArgumentException(state);
        };
    }

    private String held() {
        if (isCapturing) {
            return "A moderator has let your tip in, and the reserved amount is being charged. The payment processor has not"
                    + " confirmed it yet.";
        }
        return isOnHold
                ? "A moderator reviews your tip first. You were not charged: the amount is only reserved until they"
                        + " decide."
                : "A moderator reviews your tip before it is shown. Your payment has arrived.";
    }

    /// After how many seconds the page loads itself again; null if its state is final.
    public @Nullable String refresh() {
        return switch (state) {
            case "pending" -> "5";
            case "held", "queued", "playing" -> "30";
            default -> null;
        };
    }

    /// How the state is to be taken: the colour of its mark.
    public String tone() {
        return switch (state) {
            case "queued", "playing", "played" -> "good";
            case "pending", "held", "refunded" -> "warn";
            default -> "bad";
        };
    }

    /// Whether a part of the money came back.
    public boolean isRefundedInPart() {
        return refunded.signum() > 0 && !state.equals("refunded");
    }

    /// Whether another attempt may be wanted.
    public boolean canTryAgain() {
        return state.equals("expired") || state.equals("failed");
    }
}
