package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.media.MediaRequest;
import streamerapi.settings.Currencies;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.effects.CapturedSum;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.text.ViewerText;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// A payment as its processor tells of it: the `data` of `payment.captured` and `payment.held` (contract "Ingest"),
/// read and written.
///
/// The donor was charged, so nothing that only decorates a tip refuses it: a text that is too long is cut, and a video
/// or a platform that is none of ours is left out.
///
/// @param id what the processor calls it, 1 to 255 characters
/// @param name the donor's name, 1 to 64 characters; `Anonymous` if the processor has none
/// @param amount more than 0, 100,000,000 at most (1 USD is 25,000 VND), with two decimals at most
/// @param currency ISO 4217, or null for the account's own
/// @param message up to 500 characters, or null
/// @param media the video that comes with it, or null
/// @param donor the donor's account on a platform, or null
/// @param mode whether it moved real money; null if it is not told
/// @param heldFor why it was made as a hold; null if it was not, or that is not told
public record Payment(
        String id,
        String name,
        BigDecimal amount,
        @Nullable String currency,
        @Nullable String message,
        @Nullable MediaRequest media,
        NewTip.@Nullable Donor donor,
        @Nullable PaymentMode mode,
        HeldTip.@Nullable Reason heldFor) {

    static final String ID = "payment_id";
    private static final String NAME = "name";
    static final String AMOUNT = "amount";
    static final String CURRENCY = "currency";
    private static final String MESSAGE = "message";
    private static final String MEDIA = "media";
    private static final String MEDIA_URL = "url";
    private static final String MEDIA_START = "start_time";
    private static final String PLATFORM = "platform";
    private static final String PLATFORM_USER_ID = "platform_user_id";

    /// The field that says whether it moved real money: `live` or `test`.
    private static final String MODE = "mode";

    private static final String HELD_FOR = "held_for";

    private static final int MAX_AMOUNT = 100_000_000;
    private static final int MAX_START = 86_400;
    private static final long MAX_NUMBER = 1_000_000_000_000L;

    /// The payment's id.
    ///
    /// @throws Problem `bad_request` if there is none
    static String id(Body data) {
        return data.text(ID, 1, NewTip.MAX_REFERENCE);
    }

    /// The data of a message that names a payment, and no more.
    public static Map<String, @Nullable Object> data(String id) {
        return Map.of(ID, id);
    }

    /// The data of a message that tells of it, as [#of] reads it.
    public Map<String, @Nullable Object> data() {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(ID, id);
        data.put(NAME, name);
        data.put(AMOUNT, amount);
        data.put(CURRENCY, currency);
        data.put(MESSAGE, message);
        data.put(MODE, mode == null ? null : mode.label());
        data.put(HELD_FOR, heldFor == null ? null : heldFor.label());
        if (media != null) {
            Map<String, @Nullable Object> video = new LinkedHashMap<>();
            video.put(MEDIA_URL, media.url());
            video.put(MEDIA_START, media.startTime() == null ? null : BigDecimal.valueOf(media.startTime()));
            data.put(MEDIA, video);
        }
        if (donor != null) {
            data.put(PLATFORM, donor.platform().label());
            data.put(PLATFORM_USER_ID, donor.userId());
        }
        return data;
    }

    /// An amount of money that was moved, or null if none was sent.
    ///
    /// @throws Problem `bad_request` for none or less
    static @Nullable BigDecimal amountOrNull(Body data) {
        BigDecimal amount = data.moneyOrNull(AMOUNT, MAX_AMOUNT);
        if (amount != null && amount.signum() == 0) {
            throw Problem.badField(data.path(AMOUNT), data.path(AMOUNT) + " must be more than 0");
        }
        return amount;
    }

    /// @throws Problem `bad_request` with the field's path
    static Payment of(IngestMessage message) {
        Body data = message.body();
        BigDecimal amount = amountOrNull(data);
        if (amount == null) {
            throw Problem.badField(data.path(AMOUNT), data.path(AMOUNT) + " is required");
        }
        return new Payment(
                id(data),
                ViewerText.name(NewTip.MAX_NAME, data.cleanedOrNull(NAME, NewTip.MAX_NAME)),
                amount,
                currencyOrNull(data),
                data.cleanedOrNull(MESSAGE, NewTip.MAX_MESSAGE),
                media(data),
                donor(data),
                Labelled.find(PaymentMode.ALL, data.textOrNull(MODE, Integer.MAX_VALUE)),
                Labelled.find(HeldTip.Reason.ALL, data.textOrNull(HELD_FOR, Integer.MAX_VALUE)));
    }

    /// The currency, or null if none was sent. Processors write codes in either case.
    ///
    /// @throws Problem `bad_request` if there is no such currency
    static @Nullable String currencyOrNull(Body data) {
        String code = data.textOrNull(CURRENCY, 3);
        return Currencies.checkedOrNull(data.path(CURRENCY), code == null ? null : code.toUpperCase(Locale.ROOT));
    }

    /// Checks that a refund, if it names a currency, names that of its tip.
    ///
    /// @throws Problem `bad_request` if it names another one
    static void checkCurrency(Body data, Tip tip) {
        String field = data.path(CURRENCY);
        String currency = currencyOrNull(data);
        if (currency != null && !currency.equals(tip.currency())) {
            throw Problem.badField(field, field + " must be that of the payment, " + tip.currency());
        }
    }

    private static @Nullable MediaRequest media(Body data) {
        Body media = data.objectOrNull(MEDIA);
        String url = media == null ? null : media.textOrNull(MEDIA_URL, Integer.MAX_VALUE);
        return media == null || url == null || url.isEmpty() || url.length() > MediaRequest.MAX_URL
                ? null
                : new MediaRequest(url, startTime(media), media.path(MEDIA_URL));
    }

    private static @Nullable Long startTime(Body media) {
        Long seconds = media.wholeNumberOrNull(MEDIA_START, -MAX_NUMBER, MAX_NUMBER);
        return seconds == null || seconds < 0 || seconds > MAX_START ? null : seconds;
    }

    private static NewTip.@Nullable Donor donor(Body data) {
        String userId = data.textOrNull(PLATFORM_USER_ID, Integer.MAX_VALUE);
        Platform platform = Labelled.find(Platform.ALL, data.textOrNull(PLATFORM, Integer.MAX_VALUE));
        if (userId == null || platform == null) {
            return null;
        }
        return userId.isEmpty() || userId.length() > NewTip.MAX_NAME ? null : new NewTip.Donor(platform, userId);
    }

    /// The sum that the donor was charged for a tip.
    ///
    /// @param currency the tip's, in which it was if the processor does not tell
    CapturedSum charged(String currency) {
        return new CapturedSum(amount, Objects.requireNonNullElse(this.currency, currency));
    }

    /// The payment of the tip that it is.
    ///
    /// @param early the refunds and ends that were told before it
    NewTip.Paying paying(PaymentState state, EarlyEnd early) {
        return new NewTip.Paying(id, state, early, mode, heldFor);
    }

    /// The tip that it is.
    NewTip tip(String source, NewTip.Paying paying, @Nullable MediaRequest video) {
        return new NewTip(source, name, amount, currency, message, null, true, donor, video, paying);
    }
}
