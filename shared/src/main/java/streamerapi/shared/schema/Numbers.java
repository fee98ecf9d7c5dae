package streamerapi.shared.schema;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/// Numbers of a body, in their bounds and exact: JSON's numbers are read as decimals.
final class Numbers {

    private static final int MONEY_SCALE = 2;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,16}(\\.[0-9]{1,6})?");

    private Numbers() {}

    /// An amount of money from `min` to `max`, with at most two decimals.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    static BigDecimal money(Body body, String name, Object value, long min, long max) {
        BigDecimal amount = between(body, name, value, min, max);
        if (amount.scale() > MONEY_SCALE) {
            throw body.refused(name, "must have at most two decimals");
        }
        return amount;
    }

    /// A percentage from `min` to `max`, with at most one decimal.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    static BigDecimal percent(Body body, String name, Object value, long min, long max) {
        BigDecimal share = between(body, name, value, min, max);
        if (share.scale() > 1) {
            throw body.refused(name, "must have at most one decimal");
        }
        return share;
    }

    /// A number from `min` to `max`, without zeros at its end.
    private static BigDecimal between(Body body, String name, Object value, long min, long max) {
        if (!(numberOf(body, value) instanceof BigDecimal number)) {
            throw body.refused(name, "must be a number");
        }
        if (number.compareTo(BigDecimal.valueOf(min)) < 0 || number.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw body.refused(name, "must be from " + min + " to " + max);
        }
        BigDecimal plain = number.stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0) : plain;
    }

    /// A whole number from `min` to `max`.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    static long whole(Body body, String name, Object value, long min, long max) {
        if (numberOf(body, value) instanceof BigDecimal number
                && number.stripTrailingZeros().scale() <= 0
                && number.compareTo(BigDecimal.valueOf(min)) >= 0
                && number.compareTo(BigDecimal.valueOf(max)) <= 0) {
            return number.longValueExact();
        }
        throw body.refused(name, "must be a whole number from " + min + " to " + max);
    }

    /// What a form has as a text, as JSON would have it.
    private static Object numberOf(Body body, Object value) {
        return body.isForm()
                        && value instanceof String text
                        && NUMBER.matcher(text.strip()).matches()
                ? new BigDecimal(text.strip())
                : value;
    }
}
