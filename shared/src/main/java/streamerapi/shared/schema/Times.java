package streamerapi.shared.schema;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/// Moments as requests send them: ISO 8601 with an offset, and years of four digits (RFC 3339, 5.6). An offset without
/// its colon is taken too, as Python's `%z` writes it.
public final class Times {

    /// The refusal of a text that is no time, after the name of its field.
    public static final String REFUSAL = "must be a time with an offset, such as 2026-11-21T09:30:00.000Z";

    private static final int MAX_YEAR = 9998;

    private static final Pattern BARE_OFFSET = Pattern.compile("([+-][0-9]{2})([0-9]{2})$");

    private static final Pattern LOCAL = Pattern.compile("[-0-9]+T[0-9:.]+");

    private Times() {}

    /// The moment that a field of a form tells: also one without an offset, as fields for local dates and times have it
    /// (HTML, "local date and time"), which is in UTC. Empty if it tells none.
    static Optional<Instant> entered(String text) {
        return LOCAL.matcher(text).matches() ? parse(text + "Z") : parse(text);
    }

    /// The moment that a text tells; empty if it tells none.
    public static Optional<Instant> parse(String text) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(BARE_OFFSET.matcher(text).replaceFirst("$1:$2"));
            return time.getYear() >= 1 && time.getYear() <= MAX_YEAR ? Optional.of(time.toInstant()) : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
