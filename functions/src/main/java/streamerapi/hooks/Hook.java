package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;

/// A platform's verified call.
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
        return time(name, now, WINDOW);
    }

    /// The time in a header, which must be [#WINDOW] or less after now.
    ///
    /// @param back how long before now it may be
    /// @throws Problem `invalid_signature`
    Instant time(String name, Instant now, Duration back) {
        Instant time;
        try {
            time = OffsetDateTime.parse(header(name)).toInstant();
        } catch (DateTimeParseException e) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, name + " is no time");
        }
        if (time.isBefore(now.minus(back)) || time.isAfter(now.plus(WINDOW))) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, name + " is too far off");
        }
        return time;
    }
}
