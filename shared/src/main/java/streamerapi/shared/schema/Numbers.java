package streamerapi.shared.schema;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/// Numbers of a body, in their bounds and exact: JSON's numbers are read as decimals.
public final class Numbers {

    /// How many decimals an amount of money has at most.
    static final int MONEY_SCALE = 2;

    /// How many decimals a rate has at most.
    static final int RATE_SCALE = 8;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,16}(\\.[0-9]{1,8})?");

    private Numbers() {}

    /// A number in the bounds of its type.
    ///
    /// @throws streamerapi.shared.problems.Problem `bad_request` with `field`
    static BigDecimal decimal(Body body, String name, Object value, ScalarType.Decimal type) {
        if (!(numberOf(body, value) instanceof BigDecimal number)) {
            throw body.refused(name, "must be a number");
        }
        if (number.compareTo(BigDecimal.valueOf(type.min())) < 0
                || number.compareTo(BigDecimal.valueOf(type.max())) > 0) {
            throw body.refused(name, "must be from " + type.min() + " to " + type.max());
        }
        BigDecimal plain = plain(number);
        if (plain.scale() > type.decimals()) {
            throw body.refused(name, "must have at most " + limit(type.decimals()));
        }
        return plain;
    }

    /// A number as JSON shows it: without zeros at the end of its decimals, and without an exponent.
    public static BigDecimal plain(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0) : plain;
    }

    private static String limit(int decimals) {
        return switch (decimals) {
            case 1 -> "one decimal";
            case MONEY_SCALE -> "two decimals";
            default -> decimals + " decimals";
        };
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

    /// The number that a form sends as a text, as JSON would have it.
    private static Object numberOf(Body body, Object value) {
        return body.isForm()
                        && value instanceof String text
                        && NUMBER.matcher(text.strip()).matches()
                ? new BigDecimal(text.strip())
                : value;
    }
}
