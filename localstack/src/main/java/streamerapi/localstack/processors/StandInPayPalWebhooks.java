package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.util.List;
import java.util.stream.StreamSupport;

/// PayPal's webhooks.
final class StandInPayPalWebhooks {

    private static final String URL = "url";
    private static final String TYPES = "event_types";

    /// The stand-in's own address when the webhook was made: its certificate's is below it.
    private static final String BASE = "base";

    private static final String ADDRESS = "https://[^/@]+(/.*)?|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?(/.*)?";
    private static final String TYPE = "\\*|[A-Z0-9_.-]+";
    private static final int MAX_WEBHOOKS = 10;

    private final Records records;

    StandInPayPalWebhooks(StandInState state) {
        records = new Records(state, "paypal-webhooks");
    }

    StandInAnswer create(StandInCall call, ObjectNode body) {
        String url = body.path(URL).asText();
        check(url, body.path(TYPES));
        if (all().stream().anyMatch(one -> one.path(URL).asText().equals(url))) {
            throw PayPalRefusals.plain(400, "WEBHOOK_URL_ALREADY_EXISTS", "Webhook URL already exists");
        }
        if (all().size() >= MAX_WEBHOOKS) {
            throw PayPalRefusals.plain(400, "WEBHOOK_NUMBER_LIMIT_EXCEEDED", "Webhook number limit exceeded");
        }
        String id = RandomText.capitals(17);
        ObjectNode made = StandInProcessor.node().put("id", id).put(URL, url);
        made.set(TYPES, body.path(TYPES).deepCopy());
        records.put(id, made.put(BASE, call.url()));
        return StandInAnswer.json(201, shown(made));
    }

    private static void check(String url, JsonNode types) {
        if (!url.matches(ADDRESS)) {
            throw PayPalRefusals.plain(400, "VALIDATION_ERROR", "Invalid data provided: Not a valid webhook URL");
        }
        if (!types.isArray()
                || types.isEmpty()
                || StreamSupport.stream(types.spliterator(), false)
                        .anyMatch(type -> !type.path("name").asText().matches(TYPE))) {
            throw PayPalRefusals.plain(400, "VALIDATION_ERROR", "Invalid data provided: event_types");
        }
    }

    StandInAnswer list() {
        ObjectNode list = StandInProcessor.node();
        list.set("webhooks", shown());
        return StandInAnswer.json(200, list);
    }

    ArrayNode shown() {
        ArrayNode array = StandInProcessor.node().arrayNode();
        all().forEach(one -> array.add(shown(one)));
        return array;
    }

    StandInAnswer get(String id) {
        return StandInAnswer.json(200, shown(one(id)));
    }

    private ObjectNode one(String id) {
        return records.get(id).orElseThrow(PayPalRefusals::none);
    }

    /// Replaces the address or the types.
    ///
    /// @param body a JSON patch
    StandInAnswer patch(String id, JsonNode body) {
        ObjectNode webhook = one(id);
        for (JsonNode step : body) {
            String path = step.path("path").asText();
            if (!step.path("op").asText().equals("replace")
                    || !List.of("/" + URL, "/" + TYPES).contains(path)) {
                throw PayPalRefusals.plain(400, "INVALID_PATCH_REQUEST", "Patch request is invalid");
            }
            webhook.set(path.substring(1), step.path("value").deepCopy());
        }
        check(webhook.path(URL).asText(), webhook.path(TYPES));
        records.put(id, webhook);
        return StandInAnswer.json(200, shown(webhook));
    }

    StandInAnswer delete(String id) {
        one(id);
        records.remove(id);
        return StandInAnswer.empty(204);
    }

    /// Takes webhooks away, as the account's owner can.
    ///
    /// @param id one's; empty for all
    void forget(String id) {
        all().stream()
                .map(one -> one.path("id").asText())
                .filter(one -> id.isEmpty() || id.equals(one))
                .forEach(records::remove);
    }

    boolean has(String id) {
        return records.get(id).isPresent();
    }

    private List<ObjectNode> all() {
        return records.newest(one -> true);
    }

    /// The webhooks that want a type, each with the address of the stand-in in `base`.
    List<ObjectNode> wanting(String type) {
        return records.newest(one -> StreamSupport.stream(one.path(TYPES).spliterator(), false)
                .map(wanted -> wanted.path("name").asText())
                .anyMatch(wanted -> wanted.equals("*") || wanted.equals(type)));
    }

    private static ObjectNode shown(ObjectNode webhook) {
        ObjectNode shown = webhook.deepCopy();
        String self = webhook.path(BASE).asText() + "/v1/notifications/webhooks/"
                + webhook.path("id").asText();
        shown.remove(BASE);
        ArrayNode links = shown.putArray("links");
        links.addObject().put("href", self).put("rel", "self").put("method", "GET");
        links.addObject().put("href", self).put("rel", "update").put("method", "PATCH");
        links.addObject().put("href", self).put("rel", "delete").put("method", "DELETE");
        return shown;
    }
}
