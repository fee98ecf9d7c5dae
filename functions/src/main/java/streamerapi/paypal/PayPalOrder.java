package streamerapi.paypal;

import org.jspecify.annotations.Nullable;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// An order as PayPal answers it: the only source of amounts, currencies and states.
///
/// @param id PayPal's
/// @param status `CREATED`, `APPROVED`, `COMPLETED` and others
/// @param isHold whether its intent is `AUTHORIZE`
/// @param reference its `custom_id`: the id of our checkout; null if it has none
/// @param authorization the last one, or null
/// @param capture the last one, or null
public record PayPalOrder(
        String id,
        String status,
        boolean isHold,
        @Nullable String reference,
        @Nullable Movement authorization,
        @Nullable Movement capture,
        List<Movement> refunds) {

    private static final Set<State> GIVEN_BACK = Set.of(State.COMPLETED, State.PENDING);

    /// The state of an authorization, a capture or a refund.
    public enum State {
        CREATED,
        PENDING,
        CAPTURED,
        PARTIALLY_CAPTURED,
        VOIDED,
        EXPIRED,
        DENIED,
        COMPLETED,
        DECLINED,
        FAILED,
        PARTIALLY_REFUNDED,
        REFUNDED,
        /// The donor's bank or PayPal took it back. PayPal documents it for other resources than captures.
        REVERSED,
        CANCELLED,
        /// Any other.
        UNKNOWN;

        private static State of(String label) {
            return Arrays.stream(values())
                    .filter(state -> state.name().equals(label.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElse(UNKNOWN);
        }
    }

    /// An authorization, a capture or a refund.
    ///
    /// @param amount in decimal, as PayPal writes it
    /// @param changedAt when it became what it is; the beginning of time if PayPal does not say
    public record Movement(String id, State state, BigDecimal amount, String currency, Instant changedAt) {

        static @Nullable Movement of(JsonFields fields) {
            JsonFields amount = fields.object("amount");
            try {
                return fields.text("id").isEmpty()
                        ? null
                        : new Movement(
                                fields.text("id"),
                                State.of(fields.text("status")),
                                new BigDecimal(amount.text("value")),
                                amount.text("currency_code"),
                                time(fields));
            } catch (NumberFormatException e) {
                return null;
            }
        }

        private static Instant time(JsonFields fields) {
            String updated = fields.text("update_time");
            try {
                return OffsetDateTime.parse(updated.isEmpty() ? fields.text("create_time") : updated)
                        .toInstant();
            } catch (DateTimeParseException e) {
                return Instant.EPOCH;
            }
        }
    }

    /// Reads an answer. An order has one purchase unit, as it is made with one.
    static PayPalOrder of(JsonFields fields) {
        List<JsonFields> units = ProviderCalls.objects(fields.fields(), "purchase_units");
        JsonFields unit = units.isEmpty() ? JsonFields.of(null) : units.getFirst();
        JsonFields payments = unit.object("payments");
        return new PayPalOrder(
                fields.text("id"),
                fields.text("status"),
                fields.text("intent").equals("AUTHORIZE"),
                unit.textOrNull("custom_id"),
                last(movements(payments, "authorizations")),
                last(movements(payments, "captures")),
                movements(payments, "refunds"));
    }

    private static List<Movement> movements(JsonFields payments, String name) {
        return ProviderCalls.objects(payments.fields(), name).stream()
                .map(Movement::of)
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable Movement last(List<Movement> movements) {
        return movements.isEmpty() ? null : movements.getLast();
    }

    /// Whether the donor was charged, whatever became of the money later.
    public boolean isCaptured() {
        return capture != null
                && switch (capture.state) {
                    case COMPLETED, PARTIALLY_REFUNDED, REFUNDED, REVERSED -> true;
                    case CREATED,
                            PENDING,
                            CAPTURED,
                            PARTIALLY_CAPTURED,
                            VOIDED,
                            EXPIRED,
                            DENIED,
                            DECLINED,
                            FAILED,
                            CANCELLED,
                            UNKNOWN -> false;
                };
    }

    /// Whether the donor's money is held.
    public boolean isHeld() {
        return authorization != null && authorization.state == State.CREATED;
    }

    /// Whether an authorization ended without a charge.
    public boolean isHoldEnded() {
        return authorization != null
                && Set.of(State.VOIDED, State.EXPIRED, State.DENIED).contains(authorization.state);
    }

    /// When any of its money last moved; the beginning of time if none did.
    Instant changedAt() {
        return Stream.concat(Stream.of(authorization, capture), refunds.stream())
                .filter(Objects::nonNull)
                .map(Movement::changedAt)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    /// The money that was given back, in all.
    public BigDecimal refunded() {
        return refunds.stream()
                .filter(refund -> GIVEN_BACK.contains(refund.state))
                .map(Movement::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
