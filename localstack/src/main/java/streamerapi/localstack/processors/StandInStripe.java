package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.EventSender;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInLog;
import streamerapi.localstack.standins.StandInPage;
import streamerapi.localstack.standins.StandInRefusal;
import streamerapi.localstack.standins.StandInState;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Plays Stripe: the part of its API that takes money through Checkout, the page of a checkout, and its events.
final class StandInStripe extends StandInProcessor {

    private static final String KEYS_PAGE = "/app";
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    /// How long a key of idempotency is known: Stripe removes it once it is at least so old.
    private static final Duration KEYS_LIVE = Duration.ofHours(24);

    private final StandInStripeKeys keys;
    private final StripeEndpoints endpoints;
    private final StripePayments payments;
    private final StripeSessions sessions;
    private final StripeRefunds refunds;
    private final StandInStripeEvents events;
    private final StripeControl control;
    private final RepeatedRequests repeated;
    private final InstantSource clock;

    StandInStripe(StandInState state, EventSender sender, InstantSource clock) {
        super(new StandInLog(clock));
        this.clock = clock;
        keys = new StandInStripeKeys(state);
        endpoints = new StripeEndpoints(state, clock);
        events = new StandInStripeEvents(state, endpoints, sender, clock);
        payments = new StripePayments(state, events, clock);
        sessions = new StripeSessions(state, payments, events, clock);
        refunds = new StripeRefunds(state, payments, events, clock);
        control = new StripeControl(payments, sessions, refunds, events);
        repeated = new RepeatedRequests(state, "stripe-idempotency", clock);
    }

    String secretKey() {
        return keys.all().getOrDefault(StandInStripeKeys.SECRET_TEST, "");
    }

    @Override
    Set<String> secrets() {
        Set<String> all = new TreeSet<>(keys.issued());
        all.addAll(endpoints.issued());
        return all;
    }

    @Override
    public boolean isOfService(StandInCall call) {
        return call.path().startsWith("/v1/");
    }

    @Override
    public void answered(StandInCall call) {
        repeated.ended(call);
    }

    @Override
    synchronized StandInAnswer own(StandInCall call) {
        sessions.sweep();
        payments.sweep();
        if (call.path().startsWith(StripeSessions.PAGE)) {
            String id = call.path().substring(StripeSessions.PAGE.length());
            return call.method().equals("POST") ? sessions.decide(id, call.field("decision")) : sessions.page(id);
        }
        if (call.route().equals("GET " + KEYS_PAGE)) {
            return keysPage();
        }
        StandInAnswer answer = refusalsToo(call);
        Map<String, String> headers = new LinkedHashMap<>(answer.headers());
        headers.putIfAbsent("Request-Id", "req_" + RandomText.letters(14));
        headers.put("Stripe-Version", StripeEndpoints.VERSION);
        return new StandInAnswer(answer.status(), headers, answer.body());
    }

    private StandInAnswer keysPage() {
        String list = keys.all().entrySet().stream()
                .map(key -> "<dt>" + key.getKey() + "</dt><dd><code id=\"" + key.getKey() + "\">" + key.getValue()
                        + "</code></dd>")
                .collect(Collectors.joining("\n"));
        return StandInPage.of(
                200,
                "Your API keys at Stripe",
                "<p>This is the local stack's stand-in for Stripe. Nothing here reaches the real one, and no money"
                        + " moves.</p>\n<dl>\n" + list + "\n</dl>");
    }

    private StandInAnswer refusalsToo(StandInCall call) {
        try {
            boolean live = keys.live(call);
            String key = call.header(IDEMPOTENCY_KEY);
            return call.method().equals("POST") && !key.isEmpty()
                    ? once(call, (live ? "live " : "test ") + key, live)
                    : api(call, live);
        } catch (StandInRefusal e) {
            return e.answer();
        }
    }

    private StandInAnswer once(StandInCall call, String key, boolean live) {
        if (repeated.isRunning(key)) {
            throw StripeRefusals.inUse();
        }
        String request = call.path() + " " + call.form().toMultiMap();
        RepeatedRequests.Kept kept = repeated.of(key).orElse(null);
        if (kept != null) {
            if (!kept.request().equals(request)) {
                throw StripeRefusals.otherParameters();
            }
            Map<String, String> headers = new LinkedHashMap<>(kept.answer().headers());
            headers.put("Idempotent-Replayed", "true");
            return new StandInAnswer(
                    kept.answer().status(), headers, kept.answer().body());
        }
        repeated.begun(call, key);
        StandInAnswer answer = refused(() -> api(call, live));
        if (wasBegun(answer)) {
            repeated.keep(key, request, answer, KEYS_LIVE);
        }
        return answer;
    }

    private static StandInAnswer refused(Supplier<StandInAnswer> asked) {
        try {
            return asked.get();
        } catch (StandInRefusal e) {
            return e.answer();
        }
    }

    /// Whether a request was carried out, well or not: what its parameters alone refuse is not kept.
    private static boolean wasBegun(StandInAnswer answer) {
        return answer.status() < 400 || answer.body().contains("payment_intent_unexpected_state");
    }

    private StandInAnswer api(StandInCall call, boolean live) {
        String[] parts = call.path().substring(1).split("/", -1);
        String id = parts.length > 2 ? parts[2] : "";
        String pattern = call.method() + " " + pattern(parts);
        return switch (pattern) {
            case "GET account" -> StandInAnswer.json(200, account());
            case "POST webhook_endpoints" -> endpoints.create(call, live);
            case "GET webhook_endpoints" -> endpoints.list(call, live);
            case "GET webhook_endpoints/*" -> endpoints.get(id, live);
            case "POST webhook_endpoints/*" -> endpoints.update(call, id, live);
            case "DELETE webhook_endpoints/*" -> endpoints.delete(id, live);
            case "POST checkout/sessions" -> sessions.create(call, live);
            case "GET checkout/sessions" -> sessions.all().list(call, live, List.of("payment_intent", "status"));
            case "GET checkout/sessions/*" ->
                StandInAnswer.json(200, sessions.all().get(parts[3], live, "session"));
            case "POST checkout/sessions/*/expire" -> sessions.expire(parts[3], live);
            case "GET payment_intents" -> payments.intents().list(call, live, List.of("customer"));
            case "GET payment_intents/*" ->
                StandInAnswer.json(200, payments.intents().get(id, live, "intent"));
            case "POST payment_intents/*/capture" -> payments.capture(call, id, live);
            case "POST payment_intents/*/cancel" -> payments.cancel(call, id, live);
            case "GET charges" -> payments.charges().list(call, live, List.of("payment_intent"));
            case "GET charges/*" -> StandInAnswer.json(200, payments.charges().get(id, live, "id"));
            case "POST refunds" -> refunds.create(call, live);
            case "GET refunds" -> refunds.all().list(call, live, List.of("payment_intent", "charge"));
            case "GET refunds/*" -> StandInAnswer.json(200, refunds.all().get(id, live, "id"));
            case "GET disputes" -> refunds.disputes().list(call, live, List.of("payment_intent", "charge"));
            case "GET disputes/*" -> StandInAnswer.json(200, refunds.disputes().get(id, live, "dispute"));
            case "GET events" -> events.all().list(call, live, List.of("type"));
            case "GET events/*" -> StandInAnswer.json(200, events.all().get(id, live, "id"));
            default -> throw StripeRefusals.unknownPath(call.method(), call.path());
        };
    }

    /// The path after its version, with a `*` in place of an id.
    private static String pattern(String[] parts) {
        StringBuilder pattern = new StringBuilder();
        int idAt = parts.length > 1 && parts[1].equals("checkout") ? 3 : 2;
        for (int i = 1; i < parts.length; i++) {
            pattern.append(i == 1 ? "" : "/").append(i == idAt ? "*" : parts[i]);
        }
        return pattern.toString();
    }

    private ObjectNode account() {
        return StripeObjects.made("account", clock, Map.of("account", "acct_1StandIn0000000"));
    }

    @Override
    StandInAnswer control(String name, ObjectNode order) {
        return switch (name) {
            case "GET subscriptions" -> {
                ObjectNode all = node();
                all.set("subscriptions", endpoints.shown());
                yield StandInAnswer.json(200, all);
            }
            case "POST subscriptions" -> {
                endpoints.change(order.path("id").asText(), order.path("status").asText());
                yield StandInAnswer.json(200, node().put("success", true));
            }
            case "POST secret" ->
                StandInAnswer.json(
                        200,
                        node().put("secret_key", keys.roll(order.path("kind").asText(StandInStripeKeys.SECRET_TEST))));
            default -> control.answer(name, order);
        };
    }
}
