package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaRequest;
import streamerapi.settings.Currencies;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;
import streamerapi.tts.Tip;
import streamerapi.tts.TipSource;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.function.Function;

/// A new tip, before it is let in.
///
/// @param source as of the tip: one of [TipSource], or a processor's label
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

    /// The most characters of a donor's name, and of an account's id.
    static final int MAX_NAME = 64;

    /// The most characters of a message.
    static final int MAX_MESSAGE = 500;

    /// The most characters of a payment's reference or id.
    static final int MAX_REFERENCE = 255;

    /// The body of `POST /tips`.
    static final Schema<NewTip> SENT = Schema.of(
            "TipRequest", "An unknown field is ignored, and a `warning` event `unknown_field` says so.", s -> {
                var name = name(s);
                var amount = amount(s).orNull();
                var currency = currency(s);
                var message = message(s).orNull();
                var source = s.text("source", tip -> tip.reference == null ? null : tip.reference.source)
                        .between(1, 64)
                        .orNull()
                        .doc("Your label; reports group by it. It becomes the tip's `external_source`, its `source` is"
                                + " always `api`.");
                var reference = s.text("external_ref", tip -> tip.reference == null ? null : tip.reference.id)
                        .between(1, MAX_REFERENCE)
                        .orNull()
                        .doc("Your payment reference. A second tip with the same `source` and `external_ref` is"
                                + " refused; it needs no `source`.");
                var paid = s.flag("paid", NewTip::isPaid)
                        .orElse(false)
                        .doc("Money was really processed elsewhere and counts as revenue. Without it the tip counts"
                                + " for no total, like a manual tip.");
                var platform = platform(s);
                var userId = userId(s);
                var media = media(s);
                return in -> new NewTip(
                        TipSource.API,
                        name.of(in),
                        amount.of(in),
                        currency.of(in),
                        message.of(in),
                        Reference.of(source.of(in), reference.of(in)),
                        paid.of(in),
                        Donor.of(platform.of(in), userId.of(in)),
                        media.of(in));
            });

    /// The body of `POST /manual-tips`.
    static final Schema<NewTip> MANUAL = Schema.of(
            "ManualTipRequest",
            "A tip that a member of the team puts in by hand.",
            s -> withoutReference(
                    s,
                    TipSource.MANUAL,
                    name(s),
                    amount(s).orNull(),
                    currency(s),
                    message(s).orNull()));

    /// The body of `POST /tips/test`.
    static final Schema<NewTip> TEST = Schema.of(
            "TestTipRequest",
            "Every field has a default, so an empty body will do.",
            s -> withoutReference(
                    s,
                    TipSource.TEST,
                    name(s).orElse("Test supporter"),
                    amount(s).orElse(BigDecimal.valueOf(5)),
                    currency(s),
                    message(s).orElse("This is a test tip.")));

    /// Adds the fields that follow the message, and makes an unpaid tip of them all.
    private static Function<FieldValues, NewTip> withoutReference(
            Shape<NewTip> s,
            String source,
            Field<NewTip, String> name,
            Field<NewTip, ? extends @Nullable BigDecimal> amount,
            Field<NewTip, @Nullable String> currency,
            Field<NewTip, ? extends @Nullable String> message) {
        var platform = platform(s);
        var userId = userId(s);
        var media = media(s);
        return in -> new NewTip(
                source,
                name.of(in),
                amount.of(in),
                currency.of(in),
                message.of(in),
                null,
                false,
                Donor.of(platform.of(in), userId.of(in)),
                media.of(in));
    }

    private static Field<NewTip, String> name(Shape<NewTip> s) {
        return s.viewerText("name", NewTip::name)
                .between(1, MAX_NAME)
                .doc("Display name, before filtering; not blank.")
                .example("Mira");
    }

    private static Field<NewTip, BigDecimal> amount(Shape<NewTip> s) {
        return s.money("amount", NewTip::amount)
                .between(0, 1_000_000)
                .doc("At most 2 decimals; a third one is refused.")
                .example(new BigDecimal("5.5"));
    }

    private static Field<NewTip, @Nullable String> currency(Shape<NewTip> s) {
        return s.text("currency", NewTip::currency, Currencies::checked)
                .between(0, 3)
                .orNull()
                .doc("ISO 4217 code; the account's own if none is sent.")
                .example("USD");
    }

    private static Field<NewTip, String> message(Shape<NewTip> s) {
        return s.viewerText("message", NewTip::message)
                .max(MAX_MESSAGE)
                .doc("The text that is spoken, before filtering.")
                .example("Great run! Try the left door next.");
    }

    private static Field<NewTip, @Nullable Platform> platform(Shape<NewTip> s) {
        return s.choice("platform", tip -> tip.donor == null ? null : tip.donor.platform, Platform.ALL)
                .orNull()
                .doc("Platform of the donor's account; goes with `platform_user_id`.");
    }

    private static Field<NewTip, @Nullable String> userId(Shape<NewTip> s) {
        return s.text("platform_user_id", tip -> tip.donor == null ? null : tip.donor.userId)
                .between(1, MAX_NAME)
                .orNull()
                .doc("The donor's id on that platform; goes with `platform`.");
    }

    private static Field<NewTip, @Nullable MediaRequest> media(Shape<NewTip> s) {
        return s.object("media", NewTip::media, MediaRequest.OF_TIP).orNull();
    }

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

    /// The tip that it becomes, as if no filter had read it, at the end of the queue.
    Tip tip(String tenantId, String orderId, Instant now, Settings settings) {
        Tip tip = Tip.waiting(tenantId, orderId, now)
                .with(Tip.SOURCE, source)
                .with(Tip.NAME, name)
                .with(Tip.AMOUNT, amount)
                .with(Tip.CURRENCY, currency == null ? settings.currency() : currency)
                .with(Tip.MESSAGE, message)
                .with(Tip.EXTERNAL_SOURCE, reference == null ? null : reference.source)
                .with(Tip.EXTERNAL_REF, reference == null ? null : reference.id)
                .with(Tip.IS_PAID, isPaid)
                .with(Tip.PLATFORM, donor == null ? null : donor.platform)
                .with(Tip.PLATFORM_USER_ID, donor == null ? null : donor.userId);
        return paying == null ? tip : EarlyEnds.paid(tip, this, paying);
    }

    /// A payment at a processor.
    ///
    /// @param id what the processor calls it
    /// @param state how far it has come
    /// @param early what was told of it before
    /// @param mode null if it is not told
    /// @param heldFor why it was made as a hold; null if it was not, or that is not told
    record Paying(
            String id,
            PaymentState state,
            EarlyEnd early,
            @Nullable PaymentMode mode,
            HeldTip.@Nullable Reason heldFor) {

        /// Whether a decision about the tip is one about its payment.
        boolean awaitsDecision() {
            return state == PaymentState.HELD;
        }

        /// Whether its end was told before it.
        boolean isOver() {
            return early.isMoneyBack() || (early.isHoldOver() && awaitsDecision());
        }
    }

    /// A caller's own names for the tip's origin, and for the payment in it; either may be null, not both.
    public record Reference(
            @Nullable String source, @Nullable String id) {

        static @Nullable Reference of(@Nullable String source, @Nullable String id) {
            return source == null && id == null ? null : new Reference(source, id);
        }
    }

    /// An account on a platform.
    public record Donor(Platform platform, String userId) {

        /// @throws Problem `bad_request` if there is one without the other
        static @Nullable Donor of(@Nullable Platform platform, @Nullable String userId) {
            if (platform == null && userId == null) {
                return null;
            }
            if (platform == null || userId == null) {
                throw Problem.badField(
                        platform == null ? "platform" : "platform_user_id",
                        "platform and platform_user_id go together: send both");
            }
            return new Donor(platform, userId);
        }
    }
}
