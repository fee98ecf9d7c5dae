package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import streamerapi.media.MediaRequest;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tips.NewTip;

/// A donor's checkout at a payment processor, as its row has it. It is there before the processor is asked, so that each
/// of the processor's events finds it. The name and the message in it are the donor's own; no processor is told them.
///
/// Its order id follows from the token of its status page, and that from the form's `request`, so that each of the
/// three leads to the row and the row to neither of the two secrets.
///
/// @param orderId `chk_` and 40 hexadecimal digits, the hash of the token; the processor is told it
/// @param name empty once the payment has become a tip, which has it from then on
/// @param endsAt when the processor's page ends
/// @param address of the processor's page; null until the processor has made it
/// @param sessionId what the processor calls it: Stripe's session, PayPal's order; null until it has made it
/// @param paymentId what the processor calls the payment: Stripe's intent, PayPal's order; null until it is told
/// @param authorizationId of PayPal's hold, or null
/// @param captureId of PayPal's capture, or null
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
        boolean isHold,
        boolean isTest,
        Progress progress,
        Instant endsAt,
        @Nullable URI address,
        @Nullable String sessionId,
        @Nullable String paymentId,
        @Nullable String authorizationId,
        @Nullable String captureId,
        @Nullable Instant paidAt) {

    /// How long a status page is there after the payment.
    public static final Duration PAGE_RETENTION = Duration.ofDays(30);

    /// How long a checkout that was not paid is kept after its end.
    private static final Duration UNPAID_RETENTION = Duration.ofHours(24);

    private static final String PREFIX = "chk_";
    private static final int DIGITS = 40;
    private static final String MEDIA_FIELD = "media.url";

    private static final Attribute<String> SLUG = Attribute.text("slug");
    private static final Attribute<Processor> PROCESSOR = Attribute.label("processor", Processor.ALL);
    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<BigDecimal> AMOUNT = Attribute.decimal("amount");
    private static final Attribute<String> CURRENCY = Attribute.text("currency");
    private static final Attribute<String> MESSAGE = Attribute.text("message");
    private static final Attribute<String> MEDIA_URL = Attribute.text("media_url");
    private static final Attribute<Integer> MEDIA_START = Attribute.int32("media_start_time");
    private static final Attribute<Platform> PLATFORM = Attribute.label("platform", Platform.ALL);
    private static final Attribute<String> PLATFORM_USER_ID = Attribute.text("platform_user_id");
    private static final Attribute.Flag IS_HOLD = Attribute.flag("is_hold");
    private static final Attribute.Flag IS_TEST = Attribute.flag("is_test");
    private static final Attribute<Progress> PROGRESS = Attribute.label("progress", List.of(Progress.values()));
    private static final Attribute<Instant> ENDS_AT = Attribute.time("ends_at");
    private static final Attribute<String> ADDRESS = Attribute.text("address");
    private static final Attribute<String> SESSION_ID = Attribute.text("session_id");
    private static final Attribute<String> PAYMENT_ID = Attribute.text("payment_id");
    private static final Attribute<String> AUTHORIZATION_ID = Attribute.text("authorization_id");
    private static final Attribute<String> CAPTURE_ID = Attribute.text("capture_id");
    private static final Attribute<Instant> PAID_AT = Attribute.time("paid_at");

    /// How far a checkout has come that brought no tip.
    public enum Progress implements Labelled {
        OPEN,
        /// The processor's page ended without a payment.
        EXPIRED,
        /// The processor told that the payment failed.
        FAILED;

        @Override
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The token of the status page that a form's request leads to: 256 bits in 43 characters.
    static String token(String request) {
        return Sha256.base64Url("status page of " + request);
    }

    /// The order id that a token leads to.
    static String orderId(String token) {
        return PREFIX + Sha256.hex(token).substring(0, DIGITS);
    }

    /// Whether a text can be the order id of a checkout.
    public static boolean isOrderId(String text) {
        return text.startsWith(PREFIX) && text.length() == PREFIX.length() + DIGITS;
    }

    static Checkout of(String tenantId, NewCheckout sent, boolean isTest, Instant endsAt) {
        return new Checkout(
                tenantId,
                orderId(token(sent.request())),
                sent.slug(),
                sent.processor(),
                sent.name(),
                sent.amount(),
                sent.currency(),
                sent.message(),
                sent.media(),
                sent.donor(),
                sent.isHold(),
                isTest,
                Progress.OPEN,
                endsAt,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /// The checkout of a row; null if there is none.
    static @Nullable Checkout of(String tenantId, @Nullable Row row) {
        if (row == null) {
            return null;
        }
        String url = row.find(MEDIA_URL);
        Integer start = row.find(MEDIA_START);
        String address = row.find(ADDRESS);
        return new Checkout(
                tenantId,
                row.key().sort().substring(key(tenantId, "").sort().length()),
                row.get(SLUG),
                row.get(PROCESSOR),
                Objects.requireNonNullElse(row.find(NAME), ""),
                row.get(AMOUNT),
                row.get(CURRENCY),
                row.find(MESSAGE),
                url == null ? null : new MediaRequest(url, start == null ? null : start.longValue(), MEDIA_FIELD),
                donor(row),
                row.get(IS_HOLD),
                row.get(IS_TEST),
                row.get(PROGRESS),
                row.get(ENDS_AT),
                address == null ? null : URI.create(address),
                row.find(SESSION_ID),
                row.find(PAYMENT_ID),
                row.find(AUTHORIZATION_ID),
                row.find(CAPTURE_ID),
                row.find(PAID_AT));
    }

    private static NewTip.@Nullable Donor donor(Row row) {
        Platform platform = row.find(PLATFORM);
        String userId = row.find(PLATFORM_USER_ID);
        return platform == null || userId == null ? null : new NewTip.Donor(platform, userId);
    }

    /// The key of a checkout's row.
    static Key key(String tenantId, String orderId) {
        return CheckoutKeys.checkout(tenantId, orderId);
    }

    private Key key() {
        return key(tenantId, orderId);
    }

    /// Whether two are the same but for what the processor has told of them.
    boolean isAskedLike(Checkout other) {
        return processor == other.processor
                && name.equals(other.name)
                && amount.compareTo(other.amount) == 0
                && currency.equals(other.currency)
                && Objects.equals(message, other.message)
                && Objects.equals(media, other.media)
                && Objects.equals(donor, other.donor)
                && isHold == other.isHold;
    }

    /// The write of a checkout that the processor is about to make, in the place of one that it did not make.
    Write begun() {
        return Write.put(Row.of(key())
                        .with(SLUG, slug)
                        .with(PROCESSOR, processor)
                        .with(NAME, name)
                        .with(AMOUNT, amount)
                        .with(CURRENCY, currency)
                        .with(MESSAGE, message)
                        .with(MEDIA_URL, media == null ? null : media.url())
                        .with(MEDIA_START, media == null ? null : start(media))
                        .with(PLATFORM, donor == null ? null : donor.platform())
                        .with(PLATFORM_USER_ID, donor == null ? null : donor.userId())
                        .with(IS_HOLD, isHold)
                        .with(IS_TEST, isTest)
                        .with(PROGRESS, progress)
                        .with(ENDS_AT, endsAt)
                        .with(Table.EXPIRES_AT, endsAt.plus(UNPAID_RETENTION).getEpochSecond()))
                .when(Condition.absent(ADDRESS));
    }

    private static @Nullable Integer start(MediaRequest media) {
        Long start = media.startTime();
        return start == null ? null : Math.toIntExact(start);
    }

    /// The write of what the processor made of it.
    Write made(CheckoutClient.CreatedCheckout created) {
        return Write.update(key())
                .set(ADDRESS, created.address().toString())
                .set(SESSION_ID, created.sessionId())
                .when(Condition.rowExists());
    }

    /// The write that notes what the processor calls the payment.
    Write paying(String id) {
        return Write.update(key()).set(PAYMENT_ID, id).when(Condition.rowExists());
    }

    /// The write that notes what PayPal calls the hold.
    Write authorized(String id) {
        return Write.update(key()).set(AUTHORIZATION_ID, id).when(Condition.rowExists());
    }

    /// The write that notes what PayPal calls the capture.
    Write captured(String id) {
        return Write.update(key()).set(CAPTURE_ID, id).when(Condition.rowExists());
    }

    /// The write that notes that it came to nothing. A checkout that was paid has no use for it.
    Write ended(Progress how) {
        return Write.update(key())
                .set(PROGRESS, how)
                .when(Condition.all(Condition.rowExists(), Condition.absent(PAID_AT)));
    }

    /// The write that notes that its payment has become a tip, which has the donor's words from then on.
    Write paid(Instant now) {
        return Write.update(key())
                .setIfAbsent(PAID_AT, now)
                .remove(NAME)
                .remove(MESSAGE)
                .remove(MEDIA_URL)
                .remove(MEDIA_START)
                .remove(PLATFORM)
                .remove(PLATFORM_USER_ID)
                .remove(Table.EXPIRES_AT)
                .when(Condition.rowExists());
    }

    /// Whether its status page is still there.
    boolean isShown(Instant now) {
        return paidAt == null || now.isBefore(paidAt.plus(PAGE_RETENTION));
    }

    /// The checkout with its page at the processor.
    Checkout with(CheckoutClient.CreatedCheckout created) {
        return new Checkout(
                tenantId,
                orderId,
                slug,
                processor,
                name,
                amount,
                currency,
                message,
                media,
                donor,
                isHold,
                isTest,
                progress,
                endsAt,
                created.address(),
                created.sessionId(),
                created.paymentId(),
                authorizationId,
                captureId,
                paidAt);
    }

    @Override
    public String toString() {
        return "Checkout[" + orderId + "]";
    }
}
