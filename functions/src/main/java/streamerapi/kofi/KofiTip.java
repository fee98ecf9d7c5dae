package streamerapi.kofi;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Money that a supporter paid at Ko-fi, in a call whose token held.
///
/// @param transactionId Ko-fi's `kofi_transaction_id`; a second tip with it is the same
/// @param name 1 to 64 characters
/// @param amount more than 0
/// @param currency ISO 4217
/// @param message up to 500 characters, or null
/// @param calls the calls to other services that it causes
public record KofiTip(
        String transactionId,
        String name,
        BigDecimal amount,
        String currency,
        @Nullable String message,
        ExternalCalls calls) {

    public KofiTip(String transactionId, String name, BigDecimal amount, String currency, @Nullable String message) {
        this(transactionId, name, amount, currency, message, new ExternalCalls());
    }

    /// The tip as a message of a queue has it.
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("transaction_id", transactionId);
        fields.put("name", name);
        fields.put("amount", amount);
        fields.put("currency", currency);
        fields.put("message", message);
        return fields;
    }

    /// The tip that [#fields] wrote.
    public static KofiTip of(Map<String, @Nullable Object> fields) {
        return new KofiTip(
                Json.text(fields, "transaction_id"),
                Json.text(fields, "name"),
                (BigDecimal) Objects.requireNonNull(fields.get("amount")),
                Json.text(fields, "currency"),
                (String) fields.get("message"));
    }
}
