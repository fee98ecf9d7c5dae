package streamerapi.checkouts;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaRequest;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tips.HeldTip;
import streamerapi.tips.NewTip;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The row of a checkout: how it is stored, and each write of it.
final class CheckoutRow {

    /// How long a checkout that was not paid is kept after its end.
    private static final Duration UNPAID_RETENTION = Duration.ofHours(24);

    /// How long a checkout is kept after its end of which the card processor has told nothing. It charges the donor by
    /// itself, and tells of that for three days; its books are read as long.
    private static final Duration UNTOLD_RETENTION = Duration.ofDays(4);

    /// How long one is kept whose payment is on its way. Bank transfers take two weeks.
    private static final Duration DELAYED_RETENTION = Duration.ofDays(30);

    private static final String MEDIA_FIELD = "media.url";

    private static final Attribute<String> SLUG = Attribute.text("slug");
    private static final Attribute<Processor> PROCESSOR = Attribute.label("processor", Processor.ALL);
    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<BigDecimal> AMOUNT = Attribute.decimal("amount");
    private static final Attribute<String> CURRENCY = Attribute.text("currency");
    private static final Attribute<String> MESSAGE = Attribute.text("message");
    private static final Attribute<String> MEDIA_URL = Attribute.text("media_url");
    private static final Attribute<Integer> MEDIA_START = Attribute.int32("media_start_time");
    private static final Attribute<Platform> PLATFORM = Attribute.knownLabel("platform", Platform.ALL);
    private static final Attribute<String> PLATFORM_USER_ID = Attribute.text("platform_user_id");
    private static final Attribute<HeldTip.Reason> HELD_FOR = Attribute.label("held_for", HeldTip.Reason.ALL);
    private static final Attribute.Flag IS_TEST = Attribute.flag("is_test");
    private static final Attribute<Checkout.Progress> PROGRESS =
            Attribute.label("progress", List.of(Checkout.Progress.values()));
    private static final Attribute<String> FORM = Attribute.text("form");
    private static final Attribute<Instant> ENDS_AT = Attribute.time("ends_at");
    private static final Attribute<String> ADDRESS = Attribute.text("address");
    private static final Attribute<String> SESSION_ID = Attribute.text("session_id");
    private static final Attribute<String> PAYMENT_ID = Attribute.text("payment_id");
    private static final Attribute<Instant> PAID_AT = Attribute.time("paid_at");
    private static final Attribute<Instant> ASKED_AT = Attribute.time("asked_at");

    private CheckoutRow() {}

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
                row.find(HELD_FOR),
                row.get(IS_TEST),
                row.get(PROGRESS),
                row.get(FORM),
                row.get(ENDS_AT),
                address == null ? null : URI.create(address),
                row.find(SESSION_ID),
                row.find(PAYMENT_ID),
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

    private static Key key(Checkout checkout) {
        return key(checkout.tenantId(), checkout.orderId());
    }

    /// The write of a checkout that the processor is about to make.
    static Write begun(Checkout checkout) {
        MediaRequest media = checkout.media();
        NewTip.Donor donor = checkout.donor();
        return Write.put(Row.of(key(checkout))
                        .with(SLUG, checkout.slug())
                        .with(PROCESSOR, checkout.processor())
                        .with(NAME, checkout.name())
                        .with(AMOUNT, checkout.amount())
                        .with(CURRENCY, checkout.currency())
                        .with(MESSAGE, checkout.message())
                        .with(MEDIA_URL, media == null ? null : media.url())
                        .with(MEDIA_START, media == null ? null : start(media))
                        .with(PLATFORM, donor == null ? null : donor.platform())
                        .with(PLATFORM_USER_ID, donor == null ? null : donor.userId())
                        .with(HELD_FOR, checkout.heldFor())
                        .with(IS_TEST, checkout.isTest())
                        .with(PROGRESS, checkout.progress())
                        .with(FORM, checkout.form())
                        .with(ENDS_AT, checkout.endsAt())
                        .with(
                                Table.EXPIRES_AT,
                                keptUntil(
                                        checkout,
                                        checkout.processor() == Processor.CARD ? UNTOLD_RETENTION : UNPAID_RETENTION)))
                .when(Condition.noRow());
    }

    private static long keptUntil(Checkout checkout, Duration retention) {
        return checkout.endsAt().plus(retention).getEpochSecond();
    }

    private static @Nullable Integer start(MediaRequest media) {
        Long start = media.startTime();
        return start == null ? null : Math.toIntExact(start);
    }

    /// The write of what the processor made of it.
    static Write made(Checkout checkout, CheckoutClient.CreatedCheckout created) {
        Write made = Write.update(key(checkout))
                .set(ADDRESS, created.address().toString())
                .set(SESSION_ID, created.sessionId())
                .when(Condition.rowExists());
        return created.paymentId() == null ? made : made.set(PAYMENT_ID, created.paymentId());
    }

    /// The write that notes what the processor calls the payment.
    static Write paying(Checkout checkout, String id) {
        return Write.update(key(checkout)).set(PAYMENT_ID, id).when(Condition.rowExists());
    }

    /// The write that notes that the processor is asked to charge the donor, unless it was paid, or the processor was
    /// asked just before.
    ///
    /// @param pause how long the processor is not asked again
    static Write asked(Checkout checkout, Instant now, Duration pause) {
        return Write.update(key(checkout))
                .set(ASKED_AT, now)
                .when(Condition.all(
                        Condition.rowExists(),
                        Condition.absent(PAID_AT),
                        Condition.any(Condition.absent(ASKED_AT), Condition.atMost(ASKED_AT, now.minus(pause)))));
    }

    /// The write that keeps it for a payment that is on its way. One that failed says so until the money comes.
    static Write delayed(Checkout checkout, Instant now) {
        Checkout.Progress progress = checkout.progress();
        return Write.update(key(checkout))
                .set(PROGRESS, progress == Checkout.Progress.FAILED ? progress : Checkout.Progress.DELAYED)
                .set(Table.EXPIRES_AT, now.plus(DELAYED_RETENTION).getEpochSecond())
                .when(Condition.all(Condition.rowExists(), Condition.absent(PAID_AT)));
    }

    /// The write that notes that it came to nothing. A checkout that was paid has no use for it.
    static Write ended(Checkout checkout, Checkout.Progress how) {
        Write ended = Write.update(key(checkout))
                .set(PROGRESS, how)
                .when(Condition.all(Condition.rowExists(), Condition.absent(PAID_AT)));
        return how == Checkout.Progress.EXPIRED && checkout.processor() == Processor.CARD
                ? ended.set(Table.EXPIRES_AT, keptUntil(checkout, UNPAID_RETENTION))
                : ended;
    }

    /// The write that notes that its payment has become a tip, which has the donor's words from then on.
    static Write paid(Checkout checkout, Instant now) {
        return Write.update(key(checkout))
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
}
