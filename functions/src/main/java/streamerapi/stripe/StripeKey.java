package streamerapi.stripe;

import streamerapi.shared.schema.Schema;

import java.util.regex.Pattern;

/// A secret or a restricted key of a streamer's Stripe account. It is written nowhere in clear.
public record StripeKey(String secretKey) {

    private static final int MAX_LENGTH = 255;
    private static final Pattern FORM = Pattern.compile("(sk|rk)_[A-Za-z0-9_]+");

    /// The name of its field.
    static final String FIELD = "secret_key";

    static final Schema<StripeKey> SCHEMA = Schema.of("StripeCredentials", "A key of your Stripe account.", s -> {
        var key = s.text(FIELD, StripeKey::secretKey)
                .between(1, MAX_LENGTH)
                .matching(FORM, "a secret key (`sk_…`) or a restricted key (`rk_…`)")
                .doc(
                        "A restricted key needs to write webhook endpoints, checkout sessions, payment intents and refunds."
                                + " No answer shows it.")
                .example("rk_live_51H8rPq2eZvKYlo2C");
        return in -> new StripeKey(key.of(in));
    });

    /// Whether it moves no real money.
    boolean isTest() {
        return secretKey.contains("_test_");
    }

    @Override
    public String toString() {
        return "StripeKey[…]";
    }
}
