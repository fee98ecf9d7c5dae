package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;

/// A platform's call, as far as it is verified.
final class Hook {

    /// How far a call's time may be off, in both directions.
    static final Duration WINDOW = Duration.ofMinutes(10);

    private final Map<String, @Nullable Object> headers;
    private final byte[] body;

    /// @param headers by their names in lower case, as API Gateway hands them over
    /// @param body the bytes as they were sent
    Hook(Map<String, @Nullable Object> headers, byte[] body) {
        this.headers = headers;
        this.body = body;
    }

    /// The bytes as they were sent.
    byte[] body() {
        return body;
    }

    /// A header's value.
    ///
    /// @throws Problem `invalid_signature` if it is missing
    String header(String name) {
        if (headers.get(name) instanceof String value && !value.isEmpty()) {
            return value;
        }
        throw Problem.of(ErrorCode.INVALID_SIGNATURE, "The header " + name + " is missing");
    }

    /// A header's value, or null.
    @Nullable
    String headerOrNull(String name) {
        return headers.get(name) instanceof String value ? value : null;
    }

    /// The time in a header, which must be [#WINDOW] or less from now.
    ///
    /// @throws Problem `invalid_signature`
    Instant time(String name, Instant now) {
        try {
            Instant time = OffsetDateTime.parse(header(name)).toInstant();
            if (Duration.between(time, now).abs().compareTo(WINDOW) <= 0) {
                return time;
            }
        } catch (DateTimeParseException e) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, name + " is no time");
        }
        throw Problem.of(ErrorCode.INVALID_SIGNATURE, name + " is more than 10 minutes off");
    }
}
