package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.HookConnections;
import streamerapi.connections.ProviderConnection;
import streamerapi.kofi.KofiTip;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Currency;
import java.util.Locale;
import java.util.Set;

/// Takes what Ko-fi sends: a form whose field `data` is a JSON object, with the token of the streamer's settings in it.
///
/// @param connections open the token
record KofiReceiver(HookConnections connections, InstantSource clock) implements PlatformReceiver {

    private static final Set<String> TIPS = Set.of("Donation", "Subscription");
    private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf(100_000_000);
    private static final int MAX_DECIMALS = 2;
    private static final String FIELD = "data=";

    @Override
    public Reception receive(Hook hook, ProviderConnection connection) {
        EventFields data = new EventFields("data.", Json.asObject(data(hook)));
        String token = connections.secret(connection);
        if (token == null
                || !(data.fields().get("verification_token") instanceof String sent)
                || !isSame(token, sent)) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, "The token is not the one of this connection");
        }
        String type = data.text("type", EventFields.NAME);
        KofiTip tip = TIPS.contains(type) ? tip(data) : null;
        return tip == null
                ? new Reception.Ignored(type)
                : new Reception.Taken(new ReceivedMessage.Supported(
                        connection.tenantId(), connection.provider(), tip, connection.isNews(clock.instant())));
    }

    private static Object data(Hook hook) {
        String encoded = Arrays.stream(new String(hook.body(), StandardCharsets.UTF_8).split("&", -1))
                .filter(field -> field.startsWith(FIELD))
                .findFirst()
                .orElseThrow(() -> Problem.badField("data", "data is missing"));
        try {
            String text = URLDecoder.decode(encoded.substring(FIELD.length()), StandardCharsets.UTF_8);
            return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException | Json.Malformed e) {
            throw Problem.badField("data", "data is not a JSON object");
        }
    }

    private static boolean isSame(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    /// The tip; null if nothing was paid. A message that is not public is nothing to anyone else, nor is the name.
    private static @Nullable KofiTip tip(EventFields data) {
        boolean isPublic = !Boolean.FALSE.equals(data.fields().get("is_public"));
        BigDecimal amount = amount(data.text("amount", EventFields.NAME));
        return amount.signum() <= 0
                ? null
                : new KofiTip(
                        data.text("kofi_transaction_id", EventFields.ID),
                        ViewerText.name(
                                EventFields.NAME, isPublic ? data.textOrNull("from_name", EventFields.NAME) : null),
                        amount,
                        currency(data.text("currency", EventFields.NAME).toUpperCase(Locale.ROOT)),
                        isPublic ? data.textOrNull("message", EventFields.TEXT) : null);
    }

    private static BigDecimal amount(String text) {
        try {
            BigDecimal amount = new BigDecimal(text);
            if (text.length() <= 20
                    && amount.stripTrailingZeros().scale() <= MAX_DECIMALS
                    && amount.compareTo(MAX_AMOUNT) <= 0) {
                return amount;
            }
        } catch (NumberFormatException e) {
            throw Problem.badField("data.amount", "data.amount must be a number");
        }
        throw Problem.badField("data.amount", "data.amount must be an amount of money");
    }

    private static String currency(String code) {
        try {
            return Currency.getInstance(code).getCurrencyCode();
        } catch (IllegalArgumentException e) {
            throw Problem.badField("data.currency", "data.currency must be an ISO 4217 code");
        }
    }
}
