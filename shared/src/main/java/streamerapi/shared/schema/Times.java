package streamerapi.shared.schema;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Moments as requests send them: ISO 8601 with an offset, and years of four digits (RFC 3339, 5.6).
public final class Times {

    /// What is wrong with a text that tells no moment, after the name of its field.
    public static final String REFUSAL = "must be a time with an offset: 2026-11-21T09:30:00.000Z, say";

    private static final int MAX_YEAR = 9998;

    private Times() {}

    /// The moment that a text tells; empty if it tells none.
    public static Optional<Instant> parse(String text) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(text);
            return time.getYear() >= 1 && time.getYear() <= MAX_YEAR ? Optional.of(time.toInstant()) : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
