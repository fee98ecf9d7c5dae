package streamerapi.providers;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ProviderException;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.queues.RetrySchedule;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Sends calls to one provider. An answer of 2xx or 4xx comes back; silence, a 5xx, 408 and 429 are
/// [ProviderException.Unavailable].
public final class ProviderCalls {

    /// The longest time that a provider has to answer, from connecting to the last byte.
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    /// How long an answer may be. A page of 100 of Stripe's events has about half a megabyte, and more if they hold
    /// long metadata.
    private static final int MAX_ANSWER_BYTES = 4 * 1024 * 1024;

    private static final int FORBIDDEN = 403;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;

    /// The statuses of a token that is not there to be revoked any more.
    private static final Set<Integer> REVOKED_BEFORE = Set.of(400, 401, 404);

    private final String name;
    private final InstantSource clock;

    /// @param name the provider's, for the log: `twitch`
    public ProviderCalls(String name, InstantSource clock) {
        this.name = name;
        this.clock = clock;
    }

    /// The time.
    public Instant now() {
        return clock.instant();
    }

    /// The address of a path at a provider.
    ///
    /// @param base an origin, or an origin and a prefix
    public static URI at(String base, String path) {
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path);
    }

    /// The answer, a 2xx or a refusal.
    ///
    /// @throws ProviderException.Limited for a 429
    /// @throws ProviderException.Replayed for a 5xx that the provider has kept for the call's idempotency key
    /// @throws ProviderException.Unavailable if the provider does not answer, answers with a 5xx, wants to be asked
    /// later, or a firewall answers in its place
    public JsonCall.Answer answer(JsonCall call) {
        JsonCall.Answer answer;
        try {
            answer = call.lenient().atMost(MAX_ANSWER_BYTES).send(TIMEOUT);
        } catch (IOException e) {
            throw new ProviderException.Unavailable(name + " does not answer", null);
        }
        int status = answer.status();
        if (status == TOO_MANY_REQUESTS) {
            throw new ProviderException.Limited(name + " answers 429", wish(answer));
        }
        if (status >= 500 && "true".equals(answer.headers().get("idempotent-replayed"))) {
            throw new ProviderException.Replayed(name + " answers " + status + " again");
        }
        if (status >= 500 || status == REQUEST_TIMEOUT || status / 100 == 3 || isOfFirewall(answer)) {
            throw new ProviderException.Unavailable(name + " answers " + status, null);
        }
        return answer;
    }

    /// Whether a 403 is a page of a firewall, which has not asked the provider: an API refuses in JSON.
    private static boolean isOfFirewall(JsonCall.Answer answer) {
        return answer.status() == FORBIDDEN
                && answer.headers().getOrDefault("content-type", "").startsWith("text/html");
    }

    /// The body of a 2xx.
    ///
    /// @throws ProviderException.Refused for a 4xx
    /// @throws ProviderException.Unavailable as of [#answer]
    public Map<String, @Nullable Object> body(JsonCall call) {
        JsonCall.Answer answer = answer(call);
        if (!answer.isSuccess()) {
            throw refused(answer.status());
        }
        return answer.body();
    }

    /// Makes a call that revokes a token.
    ///
    /// @return whether the token is revoked, by this call or before it; false if the provider does not answer
    public boolean revokes(JsonCall call) {
        try {
            JsonCall.Answer answer = answer(call);
            return answer.isSuccess() || REVOKED_BEFORE.contains(answer.status());
        } catch (ProviderException.Unavailable unavailable) {
            return false;
        }
    }

    /// An address in an answer.
    ///
    /// @throws ProviderException.Unavailable if it is none
    public URI address(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw unreadable();
        }
    }

    /// A time in an answer (RFC 3339).
    ///
    /// @throws ProviderException.Unavailable if it is none
    public Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw unreadable();
        }
    }

    /// The exception for a refusal.
    public ProviderException.Refused refused(int status) {
        return new ProviderException.Refused(status, name + " answers " + status);
    }

    /// The exception for a 2xx that does not have what it must.
    public ProviderException.Unavailable unreadable() {
        return new ProviderException.Unavailable(name + " answers what cannot be read", null);
    }

    /// How long the provider asks to be left alone: by `Retry-After`, or by Twitch's `Ratelimit-Reset`, a time in
    /// seconds since 1970.
    private @Nullable Duration wish(JsonCall.Answer answer) {
        String reset = answer.headers().get("ratelimit-reset");
        if (answer.retryAfter() == null && reset != null && reset.matches("[0-9]{1,12}")) {
            Duration left = Duration.between(clock.instant(), Instant.ofEpochSecond(Long.parseLong(reset)));
            return RetrySchedule.wish(Long.toString(Math.max(0, left.toSeconds())), clock.instant());
        }
        return RetrySchedule.wish(answer.retryAfter(), clock.instant());
    }

    /// The objects of an answer's `data`.
    public static List<JsonFields> data(Map<String, @Nullable Object> body) {
        return objects(body, "data");
    }

    /// The objects of a list in an answer; none if it is missing.
    public static List<JsonFields> objects(Map<String, @Nullable Object> body, String name) {
        return body.get(name) instanceof List<?> list
                ? list.stream().map(JsonFields::of).toList()
                : List.of();
    }

    /// A whole number that some providers write as a text.
    public static @Nullable Long number(@Nullable Object value) {
        if (value instanceof BigDecimal number) {
            return number.longValue();
        }
        return value instanceof String text && text.matches("[0-9]{1,12}") ? Long.parseLong(text) : null;
    }
}
