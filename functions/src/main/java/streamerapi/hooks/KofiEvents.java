package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.kofi.KofiTip;
import streamerapi.settings.Currencies;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;

/// The translation of Ko-fi's calls into tips.
final class KofiEvents {

    private static final Set<String> TIPS = Set.of("Donation", "Subscription");
    private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf(100_000_000);
    private static final int MAX_DECIMALS = 2;
    private static final int MAX_DIGITS = 20;

    private KofiEvents() {}

    /// The tip in a call; null if it has none, or nothing was paid. Name and message of one that is not public are not
    /// read.
    ///
    /// @param data the fields of the call; refusals name them
    /// @throws Problem `bad_request` for a tip's field that cannot be read
    static @Nullable KofiTip of(String type, EventFields data) {
        if (!TIPS.contains(type)) {
            return null;
        }
        boolean isPublic =
                !"false".equalsIgnoreCase(String.valueOf(data.fields().get("is_public")));
        BigDecimal amount = amount(data);
        return amount.signum() <= 0
                ? null
                : new KofiTip(
                        data.text("kofi_transaction_id", EventFields.ID),
                        ViewerText.name(
                                EventFields.NAME, isPublic ? data.textOrNull("from_name", EventFields.NAME) : null),
                        amount,
                        Currencies.checked(
                                data.path() + "currency",
                                data.text("currency", EventFields.NAME).toUpperCase(Locale.ROOT)),
                        isPublic ? data.textOrNull("message", EventFields.TEXT) : null);
    }

    private static BigDecimal amount(EventFields data) {
        String field = data.path() + "amount";
        String text = data.text("amount", EventFields.NAME);
        try {
            BigDecimal amount = new BigDecimal(text);
            if (text.length() <= MAX_DIGITS
                    && amount.stripTrailingZeros().scale() <= MAX_DECIMALS
                    && amount.compareTo(MAX_AMOUNT) <= 0) {
                return amount;
            }
        } catch (NumberFormatException e) {
            throw Problem.badField(field, field + " must be a number");
        }
        throw Problem.badField(field, field + " must be an amount of money");
    }
}
