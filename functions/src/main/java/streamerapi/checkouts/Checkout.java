package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaRequest;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.labels.Labelled;
import streamerapi.tips.HeldTip;
import streamerapi.tips.NewTip;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/// A donor's checkout at a payment processor, as its row has it. It is there before the processor is asked, so that
/// each of the processor's events finds it. The name and the message in it are the donor's own; no processor is told
/// them.
///
/// Its order id follows from the token of its status page, and that from the form's `request`, so that each of the
/// three leads to the row and the row to neither of the two secrets. A form that is sent again with other fields, or
/// after its checkout has ended, has a request that follows from the one before.
///
/// @param orderId `chk_` and 40 hexadecimal digits, the hash of account and token; the processor is told it
/// @param name empty once the payment has become a tip, which has it from then on
/// @param heldFor as of [NewCheckout]
/// @param form the digest of the form, by which one that is sent again is known
/// @param endsAt when the processor's page ends
/// @param address of the processor's page; null until the processor has made it
/// @param sessionId what the processor calls it: Stripe's session, PayPal's order; null until it has made it
/// @param paymentId what the processor calls the payment: Stripe's intent, PayPal's order; null until it is told
/// @param paidAt when the payment became a tip, or was blocked; null before
public record Checkout(
        String tenantId,
        String orderId,
        String slug,
        Processor processor,
        String name,
        BigDecimal amount,
        String currency,
        @Nullable String message,
        @Nullable MediaRequest media,
        NewTip.@Nullable Donor donor,
        HeldTip.@Nullable Reason heldFor,
        boolean isTest,
        Progress progress,
        String form,
        Instant endsAt,
        @Nullable URI address,
        @Nullable String sessionId,
        @Nullable String paymentId,
        @Nullable Instant paidAt) {

    /// How long a status page is there after the payment.
    public static final Duration PAGE_RETENTION = Duration.ofDays(30);

    private static final String PREFIX = "chk_";
    private static final int DIGITS = 40;

    /// How far a checkout has come that brought no tip.
    public enum Progress implements Labelled {
        OPEN,
        /// The donor has paid, and the processor has not said whether the money comes.
        DELAYED,
        /// The processor's page ended without a payment.
        EXPIRED,
        /// The processor told that the payment failed.
        FAILED;

        /// Whether it came to nothing.
        public boolean isEnd() {
            return this == EXPIRED || this == FAILED;
        }
    }

    /// The token of the status page that a form's request leads to: 256 bits in 43 characters.
    static String token(String request) {
        return Sha256.base64Url("status page of " + request);
    }

    /// The order id that a token leads to on an account's page. Two accounts can be paid by one at a processor, which
    /// tells both of an order, and a donor can send both the same form.
    static String orderId(String tenantId, String token) {
        return PREFIX + Sha256.hex(tenantId + " " + token).substring(0, DIGITS);
    }

    /// Whether a text can be the order id of a checkout.
    public static boolean isOrderId(String text) {
        return text.startsWith(PREFIX) && text.length() == PREFIX.length() + DIGITS;
    }

    /// The request of a form that is sent again and gets another checkout than the one with this request.
    static String after(String request) {
        return Sha256.base64Url("another checkout after " + request);
    }

    /// @param request of the form, or one that follows from it
    static Checkout of(String tenantId, String request, NewCheckout sent, boolean isTest, Instant endsAt) {
        return new Checkout(
                tenantId,
                orderId(tenantId, token(request)),
                sent.slug(),
                sent.processor(),
                sent.name(),
                sent.amount(),
                sent.currency(),
                sent.message(),
                sent.media(),
                sent.donor(),
                sent.heldFor(),
                isTest,
                Progress.OPEN,
                sent.digest(request),
                endsAt,
                null,
                null,
                null,
                null);
    }

    /// Whether its donor has paid, as far as the processor has told.
    boolean isPaid() {
        return paidAt != null || progress == Progress.DELAYED;
    }

    /// Whether the money is held until a moderator decides, and not charged.
    public boolean isHold() {
        return heldFor != null;
    }

    /// Whether its status page is still there.
    boolean isShown(Instant now) {
        return paidAt == null || now.isBefore(paidAt.plus(PAGE_RETENTION));
    }

    @Override
    public String toString() {
        return "Checkout[" + orderId + "]";
    }
}
