package streamerapi.localstack.stages;

import streamerapi.localstack.template.TemplateException;
import streamerapi.localstack.template.TemplateMapping;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A stage's limit of requests: a bucket of tokens, of which a request takes one and to which so many a second come.
///
/// AWS calls its own limit a target, and lets more pass at times; this one lets no more pass. It holds for all routes
/// of a stage that have none of their own.
///
/// Source: Amazon API Gateway Developer Guide, "Throttle requests to your HTTP APIs".
public final class Throttle {
    /// The bucket of a stage that sets none: the account's.
    static final int ACCOUNT_BURST = 5_000;

    /// The rate of a stage that sets none, in requests a second: the account's.
    static final int ACCOUNT_RATE = 10_000;

    private static final String SETTINGS = "DefaultRouteSettings";

    private final double burst;
    private final double rate;
    private final InstantSource clock;
    private double tokens;
    private Instant filledAt;

    /// @param burst tokens that the bucket holds
    /// @param rate  tokens that come to it in a second
    public Throttle(double burst, double rate, InstantSource clock) {
        this.burst = burst;
        this.rate = rate;
        this.clock = clock;
        this.tokens = burst;
        this.filledAt = clock.instant();
    }

    /// The limit that a stage's `DefaultRouteSettings` set, or the account's.
    ///
    /// @param stage  the properties of an `AWS::Serverless::HttpApi` or an `AWS::ApiGatewayV2::Stage`
    /// @param factor multiplies both
    /// @throws streamerapi.localstack.template.TemplateException if a limit is no number, or is set without the other,
    ///     for which AWS lets nothing through
    public static Throttle of(TemplateMapping stage, double factor, InstantSource clock) {
        return ofSettings(stage.section(SETTINGS), factor, clock);
    }

    static Throttle ofSettings(TemplateMapping set, double factor, InstantSource clock) {
        if (set.has("ThrottlingBurstLimit") != set.has("ThrottlingRateLimit")) {
            throw new TemplateException(
                    set.place(), "must set ThrottlingBurstLimit and ThrottlingRateLimit both, or none");
        }
        return new Throttle(
                factor * set.number("ThrottlingBurstLimit").orElse(ACCOUNT_BURST),
                factor * set.number("ThrottlingRateLimit").orElse(ACCOUNT_RATE),
                clock);
    }

    /// Takes a token; false if there is none.
    public synchronized boolean admits() {
        Instant now = clock.instant();
        if (now.isAfter(filledAt)) {
            tokens = Math.min(
                    burst, tokens + rate * Duration.between(filledAt, now).toNanos() / 1e9);
            filledAt = now;
        }
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
