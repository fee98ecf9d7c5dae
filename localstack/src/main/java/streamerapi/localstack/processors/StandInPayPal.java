package streamerapi.localstack.processors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.EventSender;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInLog;
import streamerapi.localstack.standins.StandInPage;
import streamerapi.localstack.standins.StandInRefusal;
import streamerapi.localstack.standins.StandInState;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Plays PayPal: tokens, webhooks and their certificate, orders with the page on which they are approved, and payments.
final class StandInPayPal extends StandInProcessor {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REQUEST_ID = "PayPal-Request-Id";
    private static final String WEBHOOKS = "/v1/notifications/webhooks";
    private static final String ORDERS = "/v2/checkout/orders";
    private static final String AUTHORIZATIONS = "/v2/payments/authorizations/";
    private static final String CAPTURES = "/v2/payments/captures/";
    private static final String REFUNDS = "/v2/payments/refunds/";

    /// How long the ids of requests are known.
    private static final Duration ORDERS_KNOW = Duration.ofHours(6);
    private static final Duration PAYMENTS_KNOW = Duration.ofDays(45);

    private final PayPalLogin login;
    private final PayPalCertificates certificates;
    private final StandInPayPalWebhooks webhooks;
    private final StandInPayPalEvents events;
    private final PayPalPayments payments;
    private final StandInPayPalOrders orders;
    private final PayPalControl control;
    private final RepeatedRequests repeated;

    /// Whether the certificate is served without the one above it.
    private volatile boolean isAlone;

    StandInPayPal(StandInState state, EventSender sender, InstantSource clock) {
        super(new StandInLog(clock));
        login = new PayPalLogin(state, clock);
        certificates = new PayPalCertificates(state, clock);
        webhooks = new StandInPayPalWebhooks(state);
        events = new StandInPayPalEvents(webhooks, certificates, sender, clock);
        payments = new PayPalPayments(state, events, clock);
        orders = new StandInPayPalOrders(state, payments, events, clock);
        control = new PayPalControl(orders, payments, events);
        repeated = new RepeatedRequests(state, "paypal-requests", clock);
    }

    ObjectNode credentials() {
        return login.credentials();
    }

    /// The root of the certificate, in DER and base64.
    String root() {
        return certificates.root();
    }

    @Override
    Set<String> secrets() {
        return login.issued();
    }

    @Override
    public boolean isOfService(StandInCall call) {
        return call.path().startsWith("/v1/") || call.path().startsWith("/v2/");
    }

    @Override
    public void answered(StandInCall call) {
        repeated.ended(call);
    }

    @Override
    StandInAnswer own(StandInCall call) {
        if (call.path().startsWith(StandInPayPalEvents.CERTIFICATES)) {
            String pem = certificates.pem(call.path().substring(StandInPayPalEvents.CERTIFICATES.length()), isAlone);
            return pem.isEmpty()
                    ? StandInAnswer.text(404, "There is no such certificate\n")
                    : StandInAnswer.text(200, pem);
        }
        return inTurn(call);
    }

    private synchronized StandInAnswer inTurn(StandInCall call) {
        return switch (call.route()) {
            case "GET " + StandInPayPalOrders.PAGE -> orders.page(call.parameter("token"));
            case "POST " + StandInPayPalOrders.PAGE -> orders.decide(call.parameter("token"), call.field("decision"));
            case "GET /app" -> appPage();
            default -> {
                StandInAnswer answer = refusalsToo(call);
                Map<String, String> headers = new LinkedHashMap<>(answer.headers());
                headers.put("Paypal-Debug-Id", RandomText.secret(13));
                yield new StandInAnswer(answer.status(), headers, answer.body());
            }
        };
    }

    private StandInAnswer appPage() {
        ObjectNode own = login.credentials();
        return StandInPage.of(200, "Your app at PayPal", """
                <p>This is the local stack's stand-in for PayPal. Nothing here reaches the real one, and no money moves.</p>
                <dl>
                <dt>Client ID</dt><dd><code id="client_id">%s</code></dd>
                <dt>Secret</dt><dd><code id="client_secret">%s</code></dd>
                </dl>
                """.formatted(
                own.path("client_id").asText(), own.path("client_secret").asText()));
    }

    private StandInAnswer refusalsToo(StandInCall call) {
        try {
            if (call.route().equals("POST /v1/oauth2/token")) {
                return login.token(call);
            }
            login.check(call);
            events.at(call.url());
            String id = call.header(REQUEST_ID);
            return call.method().equals("POST") && !id.isEmpty() ? once(call, call.path() + " " + id) : api(call);
        } catch (StandInRefusal e) {
            return e.answer();
        }
    }

    private StandInAnswer once(StandInCall call, String key) {
        if (repeated.isRunning(key)) {
            throw PayPalRefusals.inProgress();
        }
        RepeatedRequests.Kept kept = repeated.of(key).orElse(null);
        if (kept != null) {
            if (!kept.request().equals(call.body())) {
                throw PayPalRefusals.unprocessable(
                        "DUPLICATE_REQUEST_ID", "The value of PayPal-Request-Id header has already been used.");
            }
            return kept.answer();
        }
        repeated.begun(call, key);
        StandInAnswer answer = api(call);
        repeated.keep(key, call.body(), answer, call.path().startsWith(ORDERS) ? ORDERS_KNOW : PAYMENTS_KNOW);
        return answer;
    }

    private StandInAnswer api(StandInCall call) {
        String route = call.method() + " " + pattern(call.path());
        String id = id(call.path());
        return switch (route) {
            case "POST " + WEBHOOKS -> webhooks.create(call, body(call));
            case "GET " + WEBHOOKS -> webhooks.list();
            case "GET " + WEBHOOKS + "/*" -> webhooks.get(id);
            case "PATCH " + WEBHOOKS + "/*" -> webhooks.patch(id, list(call));
            case "DELETE " + WEBHOOKS + "/*" -> webhooks.delete(id);
            case "POST /v1/notifications/verify-webhook-signature" -> verified(call);
            case "POST " + ORDERS -> orders.create(call, body(call));
            case "GET " + ORDERS + "/*" -> orders.get(id);
            case "POST " + ORDERS + "/*/capture" -> orders.complete(call, id, false);
            case "POST " + ORDERS + "/*/authorize" -> orders.complete(call, id, true);
            case "GET " + AUTHORIZATIONS + "*" -> payments.authorization(id);
            case "POST " + AUTHORIZATIONS + "*/capture" -> payments.capture(id, body(call), call.url());
            case "POST " + AUTHORIZATIONS + "*/void" -> payments.voided(id);
            case "GET " + CAPTURES + "*" -> payments.capture(id);
            case "POST " + CAPTURES + "*/refund" -> payments.refund(id, body(call), call.url());
            case "GET " + REFUNDS + "*" -> payments.refund(id);
            default ->
                throw PayPalRefusals.plain(404, "NOT_FOUND", "The stand-in for PayPal does not play " + call.route());
        };
    }

    /// The path with a `*` in place of an id: the fourth part.
    private static String pattern(String path) {
        return path.replaceFirst("^(/v[12]/[a-z]+/[a-z]+)/[^/]+", "$1/*");
    }

    private static String id(String path) {
        String[] parts = path.split("/", -1);
        return parts.length > 4 ? parts[4] : "";
    }

    private static ObjectNode body(StandInCall call) {
        if (call.body().isBlank()) {
            return node();
        }
        if (!call.header("Content-Type").startsWith("application/json")) {
            throw PayPalRefusals.plain(
                    415, "UNSUPPORTED_MEDIA_TYPE", "The server does not support the request payload's media type.");
        }
        return call.json()
                .orElseThrow(() ->
                        PayPalRefusals.invalid("MALFORMED_REQUEST_JSON", "/", "The request JSON is not well formed."));
    }

    private static JsonNode list(StandInCall call) {
        try {
            return JSON.readTree(call.body());
        } catch (IOException e) {
            throw PayPalRefusals.invalid("MALFORMED_REQUEST_JSON", "/", "The request JSON is not well formed.");
        }
    }

    private StandInAnswer verified(StandInCall call) {
        ObjectNode delivery = body(call);
        boolean holds = events.verifies(delivery, eventOf(call.body()));
        return StandInAnswer.json(200, node().put("verification_status", holds ? "SUCCESS" : "FAILURE"));
    }

    /// The text of the field `webhook_event`, byte for byte; empty if there is none.
    private static String eventOf(String body) {
        try (JsonParser parser = new JsonFactory().createParser(new StringReader(body))) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isEvent = parser.currentName().equals("webhook_event");
                parser.nextToken();
                int begin = (int) parser.currentTokenLocation().getCharOffset();
                parser.skipChildren();
                if (isEvent) {
                    return body.substring(begin, (int) parser.currentLocation().getCharOffset());
                }
            }
            return "";
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    StandInAnswer control(String name, ObjectNode order) {
        return switch (name) {
            case "GET subscriptions" -> {
                ObjectNode all = node();
                all.set("subscriptions", webhooks.shown());
                yield StandInAnswer.json(200, all);
            }
            case "POST subscriptions" -> {
                webhooks.forget(order.path("id").asText());
                yield done();
            }
            case "POST expire-tokens" -> {
                login.expire();
                yield done();
            }
            case "POST secret" -> {
                login.changeSecret();
                yield StandInAnswer.json(200, login.credentials());
            }
            case "POST certificate" -> {
                isAlone = order.path("alone").asBoolean();
                if (order.path("renewed").asBoolean()) {
                    certificates.change();
                }
                yield done();
            }
            default -> control.answer(name, order);
        };
    }

    private static StandInAnswer done() {
        return StandInAnswer.json(200, node().put("success", true));
    }
}
