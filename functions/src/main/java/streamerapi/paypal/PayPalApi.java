package streamerapi.paypal;

import streamerapi.connections.ApplicationCredentials;
import streamerapi.connections.ProviderException;
import streamerapi.providers.AppToken;
import streamerapi.providers.AppTokens;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.json.Json;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// PayPal's REST API, with the streamer's own application. Each call carries the application's token, which this
/// process keeps until it ends.
public final class PayPalApi {

    /// The address of the live API.
    public static final String LIVE = "https://api-m.paypal.com";

    private static final Set<Integer> REFUSED_CREDENTIALS = Set.of(400, 401, 403);
    private static final Duration ASSUMED_LIFE = Duration.ofHours(1);
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int CONFLICT = 409;

    private final String apiUrl;
    private final ProviderCalls calls;
    private final AppTokens tokens;

    /// @param apiUrl `https://api-m.paypal.com`: an origin, or an origin and a prefix; empty for [#LIVE]
    public PayPalApi(String apiUrl, InstantSource clock) {
        this.apiUrl = apiUrl.isEmpty() ? LIVE : apiUrl;
        this.calls = new ProviderCalls("paypal", clock);
        this.tokens = new AppTokens(this::token, calls);
    }

    /// Whether the API is the sandbox, or a stand-in.
    boolean isTest() {
        return !LIVE.equals(apiUrl) && !"https://api.paypal.com".equals(apiUrl);
    }

    /// Asks for a new token, to see whether the credentials are right.
    ///
    /// @throws ProviderException.Refused if they are not
    void check(ApplicationCredentials credentials) {
        tokens.renewed(credentials);
    }

    private AppToken token(ApplicationCredentials credentials) {
        String basic = Base64.getEncoder()
                .encodeToString(
                        (credentials.clientId() + ":" + credentials.clientSecret()).getBytes(StandardCharsets.UTF_8));
        JsonCall.Answer answer =
                calls.answer(JsonCall.form(address("/v1/oauth2/token"), Map.of("grant_type", "client_credentials"))
                        .header("Authorization", "Basic " + basic));
        if (!answer.isSuccess() && !REFUSED_CREDENTIALS.contains(answer.status())) {
            throw new ProviderException.Unavailable("the token endpoint answers " + answer.status(), null);
        }
        if (!answer.isSuccess()) {
            throw calls.refused(answer.status());
        }
        String token = new JsonFields(answer.body()).text("access_token");
        if (token.isEmpty()) {
            throw calls.unreadable();
        }
        Long seconds = ProviderCalls.number(answer.body().get("expires_in"));
        return new AppToken(token, calls.now().plus(seconds == null ? ASSUMED_LIFE : Duration.ofSeconds(seconds)));
    }

    /// Asks PayPal whether a delivery to a webhook is its own. The event is sent on byte for byte.
    ///
    /// @return false too for a body that is no JSON object, which cannot be sent on
    /// @throws ProviderException if PayPal does not say
    public boolean verify(ApplicationCredentials credentials, PayPalDelivery delivery, String webhookId) {
        try {
            Json.readObject(delivery.body());
        } catch (Json.Malformed e) {
            return false;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("auth_algo", delivery.algorithm());
        fields.put("cert_url", delivery.certificateUrl());
        fields.put("transmission_id", delivery.id());
        fields.put("transmission_sig", delivery.signature());
        fields.put("transmission_time", delivery.time());
        fields.put("webhook_id", webhookId);
        String before = Json.writeText(fields);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(before.substring(0, before.length() - 1).getBytes(StandardCharsets.UTF_8));
        body.writeBytes(",\"webhook_event\":".getBytes(StandardCharsets.UTF_8));
        body.writeBytes(delivery.body());
        body.write('}');
        JsonCall.Answer answer =
                answer(credentials, post("/v1/notifications/verify-webhook-signature", body.toByteArray()));
        if (!answer.isSuccess() && answer.status() != BAD_REQUEST) {
            throw calls.refused(answer.status());
        }
        return new JsonFields(answer.body()).text("verification_status").equals("SUCCESS");
    }

    JsonCall get(String path) {
        return JsonCall.get(address(path));
    }

    JsonCall delete(String path) {
        return JsonCall.delete(address(path));
    }

    JsonCall patch(String path, Object body) {
        return JsonCall.patch(address(path), Json.write(body));
    }

    JsonCall post(String path, Object body) {
        return JsonCall.post(address(path), body instanceof byte[] bytes ? bytes : Json.write(body));
    }

    /// An answer of 2xx or 4xx but 401.
    JsonCall.Answer answer(ApplicationCredentials credentials, JsonCall call) {
        return tokens.with(credentials, token -> {
            JsonCall.Answer answer = calls.answer(call.header("Authorization", "Bearer " + token));
            if (answer.status() == UNAUTHORIZED) {
                throw calls.refused(UNAUTHORIZED);
            }
            return answer;
        });
    }

    /// The body of a 2xx.
    ///
    /// @throws ProviderException.Refused for a 4xx
    JsonFields body(ApplicationCredentials credentials, JsonCall call) {
        JsonCall.Answer answer = answer(credentials, call);
        if (!answer.isSuccess()) {
            throw calls.refused(answer.status());
        }
        return new JsonFields(answer.body());
    }

    /// The answer to a request that makes or moves money. PayPal answers a second one with the same id like the first;
    /// while it carries out the first, it answers the second with 409.
    ///
    /// @param requestId `PayPal-Request-Id`, up to 108 characters
    /// @throws ProviderException.Unavailable for a 409 too
    JsonCall.Answer once(ApplicationCredentials credentials, String path, String requestId, Map<String, ?> body) {
        JsonCall.Answer answer = answer(
                credentials,
                post(path, body).header("PayPal-Request-Id", requestId).header("Prefer", "return=representation"));
        if (answer.status() == CONFLICT) {
            throw new ProviderException.Unavailable("paypal answers 409", null);
        }
        return answer;
    }

    /// The exception for a 2xx that does not have what it must.
    ProviderException.Unavailable unreadable() {
        return calls.unreadable();
    }

    /// An address in an answer.
    URI parsed(String address) {
        return calls.address(address);
    }

    ProviderException.Refused refused(int status) {
        return calls.refused(status);
    }

    /// The issue of a refusal, as PayPal names it in `details`: `ORDER_NOT_APPROVED`; empty if it names none.
    static String issue(JsonCall.Answer answer) {
        return ProviderCalls.objects(answer.body(), "details").stream()
                .map(detail -> detail.text("issue"))
                .filter(issue -> !issue.isEmpty())
                .findFirst()
                .orElse("");
    }

    /// Whether a refusal is about an amount of the request: one of its details names that field.
    static boolean isOfAmount(JsonCall.Answer answer) {
        return ProviderCalls.objects(answer.body(), "details").stream()
                .anyMatch(detail -> detail.text("field").endsWith("/amount/value"));
    }

    private URI address(String path) {
        return ProviderCalls.at(apiUrl, path);
    }
}
