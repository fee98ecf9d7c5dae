package streamerapi.stripe;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ProviderException;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.calls.JsonCall;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;

/// Stripe's addresses, and the requests that its API takes: form fields, under one version of the API.
public final class StripeApi {

    /// The version of each call, and of the events.
    static final String VERSION = "2026-07-29.dahlia";

    private static final int CONFLICT = 409;

    private final String apiUrl;
    private final ProviderCalls calls;

    /// @param apiUrl `https://api.stripe.com`: an origin, or an origin and a prefix
    public StripeApi(String apiUrl, InstantSource clock) {
        this.apiUrl = apiUrl;
        this.calls = new ProviderCalls("stripe", clock);
    }

    JsonCall get(StripeKey key, String path) {
        return authorized(JsonCall.get(ProviderCalls.at(apiUrl, "/v1" + path)), key);
    }

    JsonCall delete(StripeKey key, String path) {
        return authorized(JsonCall.delete(ProviderCalls.at(apiUrl, "/v1" + path)), key);
    }

    /// @param idempotencyKey null for a request that moves no money
    JsonCall post(StripeKey key, String path, Map<String, String> fields, @Nullable String idempotencyKey) {
        JsonCall call = authorized(JsonCall.form(ProviderCalls.at(apiUrl, "/v1" + path), fields), key);
        return idempotencyKey == null ? call : call.header("Idempotency-Key", idempotencyKey);
    }

    private static JsonCall authorized(JsonCall call, StripeKey key) {
        return call.header("Authorization", "Bearer " + key.secretKey()).header("Stripe-Version", VERSION);
    }

    /// The answer, a 2xx or a refusal. A conflict is not an answer: another request with the same key is under way.
    ///
    /// @throws ProviderException.Unavailable as of [ProviderCalls#answer], and for a 409
    JsonCall.Answer answer(JsonCall call) {
        JsonCall.Answer answer = calls.answer(call);
        if (answer.status() == CONFLICT) {
            throw new ProviderException.Unavailable("stripe answers 409", null);
        }
        return answer;
    }

    /// The answer to a request that does no harm if it is carried out twice. Stripe keeps each answer with its key for
    /// a day, a fault of its own too, and does nothing for that key any more. The request is made without one then.
    JsonCall.Answer harmless(StripeKey key, String path, Map<String, String> fields, String idempotencyKey) {
        try {
            return answer(post(key, path, fields, idempotencyKey));
        } catch (ProviderException.Replayed replayed) {
            return answer(post(key, path, fields, null));
        }
    }

    /// The body of a 2xx.
    ///
    /// @throws ProviderException.Refused for a 4xx
    /// @throws ProviderException.Unavailable as of [#answer]
    JsonFields body(JsonCall call) {
        return body(answer(call));
    }

    /// The body of an answer, as above.
    JsonFields body(JsonCall.Answer answer) {
        if (!answer.isSuccess()) {
            throw refused(answer);
        }
        return new JsonFields(answer.body());
    }

    /// The exception for a refusal, which names Stripe's code.
    ProviderException.Refused refused(JsonCall.Answer answer) {
        JsonFields error = new JsonFields(answer.body()).object("error");
        String code = error.text("code");
        String message = "stripe answers " + answer.status() + (code.isEmpty() ? "" : " " + code);
        boolean isOfAmount = code.startsWith("amount_") || error.text("param").endsWith("[unit_amount]");
        return isOfAmount
                ? new ProviderException.AmountRefused(answer.status(), message)
                : new ProviderException.Refused(answer.status(), message);
    }

    /// The exception for a 2xx that does not have what it must.
    ProviderException.Unavailable unreadable() {
        return calls.unreadable();
    }

    /// An address in an answer.
    URI parsed(String address) {
        return calls.address(address);
    }

    /// A path with a name that Stripe gave, such as an intent's.
    static String path(String collection, String id, String rest) {
        return "/" + collection + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8) + rest;
    }
}
