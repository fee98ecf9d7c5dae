package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaRequest;

import java.math.BigDecimal;

/// A tip that somebody sent, before it is let in.
///
/// @param source where it comes from: `api`, `manual`, `test`, or a payment processor
/// @param name the donor's name, 1 to 64 characters
/// @param amount 0 to 1,000,000 with two decimals at most, or null
/// @param currency ISO 4217, or null for the account's own
/// @param message up to 500 characters, or null
/// @param reference the caller's own payment reference, or null
/// @param isPaid whether real money changed hands
/// @param donor the donor's account on a platform, or null
/// @param media the video that comes with it, or null
/// @param paying the payment that it is of, or null if no processor took one
public record NewTip(
        String source,
        String name,
        @Nullable BigDecimal amount,
        @Nullable String currency,
        @Nullable String message,
        @Nullable Reference reference,
        boolean isPaid,
        @Nullable Donor donor,
        @Nullable MediaRequest media,
        @Nullable Paying paying) {

    /// A tip that no processor took a payment for.
    public NewTip(
            String source,
            String name,
            @Nullable BigDecimal amount,
            @Nullable String currency,
            @Nullable String message,
            @Nullable Reference reference,
            boolean isPaid,
            @Nullable Donor donor,
            @Nullable MediaRequest media) {
        this(source, name, amount, currency, message, reference, isPaid, donor, media, null);
    }

    /// A payment at a processor.
    ///
    /// @param id what the processor calls it
    /// @param state how far it has come
    public record Paying(String id, PaymentState state) {

        /// Whether a decision about the tip is one about its payment.
        boolean awaitsDecision() {
            return state == PaymentState.HELD;
        }
    }

    /// What a caller calls the tip's origin, and the payment in it; either may be null, not both.
    public record Reference(
            @Nullable String source, @Nullable String id) {}

    /// An account on a platform.
    public record Donor(String platform, String userId) {}
}
