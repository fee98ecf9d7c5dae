package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.StreamSupport;

/// Stripe's webhook endpoints. The secret that signs their events is in the answer that makes one, and in no other.
final class StripeEndpoints {

    /// The version of the API that objects here have the form of.
    static final String VERSION = "2026-07-29.dahlia";

    private static final String SECRET = "secret";
    private static final String TYPE = "\\*|[a-z0-9_]+(\\.[a-z0-9_]+)+";
    private static final String VERSION_FORM = "20[0-9]{2}-[0-9]{2}-[0-9]{2}(\\.[a-z]+)?";
    private static final int MAX_ENDPOINTS = 16;
    private static final String NAME = "webhook_endpoint";

    private final StripeObjects endpoints;
    private final InstantSource clock;
    private final Set<String> issued = new ConcurrentSkipListSet<>();

    StripeEndpoints(StandInState state, InstantSource clock) {
        this.clock = clock;
        endpoints = new StripeObjects(state, NAME);
        endpoints.newest().forEach(one -> issued.add(one.path(SECRET).asText()));
    }

    Set<String> issued() {
        return Set.copyOf(issued);
    }

    StandInAnswer create(StandInCall call, boolean live) {
        StripeForm.check(call, "url enabled_events api_version connect description metadata");
        String url = StripeForm.address(call, "url");
        if (live && url.startsWith("http:")) {
            throw StripeRefusals.parameter(
                    "url_invalid", "url", "Invalid URL: Webhook URLs must use HTTPS in live mode");
        }
        if (endpoints.newest().stream()
                        .filter(one -> one.path("livemode").asBoolean() == live)
                        .count()
                >= MAX_ENDPOINTS) {
            throw StripeRefusals.state("", "You have reached the maximum of 16 webhook endpoints.");
        }
        ObjectNode made = StripeObjects.made(NAME, clock, Map.of("id", "we_1" + RandomText.letters(23), "url", url));
        made.put("livemode", live).set("enabled_events", types(call));
        String version = call.field("api_version");
        if (!version.isEmpty()) {
            if (!version.matches(VERSION_FORM)) {
                throw StripeRefusals.parameter("", "api_version", "Invalid API version: " + version);
            }
            made.put("api_version", version);
        }
        changed(call, made);
        String secret = "whsec_" + RandomText.letters(32);
        issued.add(secret);
        endpoints.put(made.deepCopy().put(SECRET, secret));
        return StandInAnswer.json(200, made.put(SECRET, secret));
    }

    StandInAnswer get(String id, boolean live) {
        return StandInAnswer.json(200, withoutSecret(endpoints.get(id, live, NAME)));
    }

    StandInAnswer update(StandInCall call, String id, boolean live) {
        StripeForm.check(call, "url enabled_events disabled description metadata");
        ObjectNode endpoint = endpoints.get(id, live, NAME);
        if (!call.field("url").isEmpty()) {
            endpoint.put("url", StripeForm.address(call, "url"));
        }
        if (!StripeForm.list(call, "enabled_events").isEmpty()) {
            endpoint.set("enabled_events", types(call));
        }
        String disabled = StripeForm.one(call, "disabled", "true false", "");
        if (!disabled.isEmpty()) {
            endpoint.put("status", disabled.equals("true") ? "disabled" : "enabled");
        }
        changed(call, endpoint);
        endpoints.put(endpoint);
        return StandInAnswer.json(200, withoutSecret(endpoint));
    }

    private static void changed(StandInCall call, ObjectNode endpoint) {
        if (!call.field("description").isEmpty()) {
            endpoint.put("description", call.field("description"));
        }
        StripeForm.metadata(call, "metadata", endpoint);
    }

    StandInAnswer delete(String id, boolean live) {
        endpoints.get(id, live, NAME);
        endpoints.remove(id);
        return StandInAnswer.json(
                200, StandInProcessor.node().put("id", id).put("object", NAME).put("deleted", true));
    }

    StandInAnswer list(StandInCall call, boolean live) {
        StandInAnswer answer = endpoints.list(call, live, List.of());
        return new StandInAnswer(
                answer.status(), answer.headers(), answer.body().replaceAll(",\"secret\":\"[^\"]*\"", ""));
    }

    /// All endpoints, without their secrets.
    ArrayNode shown() {
        ArrayNode all = StandInProcessor.node().arrayNode();
        endpoints.newest().forEach(one -> all.add(withoutSecret(one)));
        return all;
    }

    /// Ends endpoints, or disables them, as the account's owner can.
    ///
    /// @param id     one's; empty for all
    /// @param status `disabled`, `enabled`, or empty to take them away
    void change(String id, String status) {
        endpoints.newest().stream()
                .filter(one -> id.isEmpty() || one.path("id").asText().equals(id))
                .forEach(one -> {
                    if (status.isEmpty()) {
                        endpoints.remove(one.path("id").asText());
                    } else {
                        endpoints.put(one.put("status", status));
                    }
                });
    }

    private static ArrayNode types(StandInCall call) {
        List<String> types = StripeForm.list(call, "enabled_events");
        if (types.isEmpty()) {
            throw StripeRefusals.missing("enabled_events");
        }
        ArrayNode list = StandInProcessor.node().arrayNode();
        for (String type : types) {
            if (!type.matches(TYPE)) {
                throw StripeRefusals.parameter(
                        "", "enabled_events", "The event type '" + type + "' is not a type of event");
            }
            list.add(type);
        }
        return list;
    }

    private static ObjectNode withoutSecret(ObjectNode endpoint) {
        ObjectNode shown = endpoint.deepCopy();
        shown.remove(SECRET);
        return shown;
    }

    /// The enabled endpoints of a mode that want a type.
    List<ObjectNode> wanting(String type, boolean live) {
        return endpoints.newest().stream()
                .filter(one -> one.path("livemode").asBoolean() == live && isEnabled(one) && wants(one, type))
                .toList();
    }

    private static boolean wants(ObjectNode endpoint, String type) {
        return StreamSupport.stream(endpoint.path("enabled_events").spliterator(), false)
                .anyMatch(
                        wanted -> wanted.asText().equals("*") || wanted.asText().equals(type));
    }

    String secret(String id) {
        return endpoints.newest().stream()
                .filter(one -> one.path("id").asText().equals(id))
                .map(one -> one.path(SECRET).asText())
                .findFirst()
                .orElse("gone");
    }

    boolean isEnabled(String id) {
        return endpoints.newest().stream()
                .anyMatch(one -> one.path("id").asText().equals(id) && isEnabled(one));
    }

    private static boolean isEnabled(ObjectNode endpoint) {
        return endpoint.path("status").asText().equals("enabled");
    }
}
