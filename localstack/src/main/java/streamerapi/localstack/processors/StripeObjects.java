package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInSamples;
import streamerapi.localstack.standins.StandInState;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Stripe's objects of one kind: found by id in the mode of the caller's key, and listed.
final class StripeObjects {

    static final StandInSamples SAMPLES = new StandInSamples("stripe-objects.json");

    private static final int USUAL_PAGE = 10;
    private static final int MAX_PAGE = 100;
    private static final String LIVE = "livemode";

    private final String kind;
    private final Records records;

    /// @param kind as Stripe's refusals name it
    StripeObjects(StandInState state, String kind) {
        this.kind = kind;
        records = new Records(state, "stripe-" + kind);
    }

    /// A new object of a sample, which is not put yet.
    static ObjectNode made(String sample, InstantSource clock, Map<String, String> values) {
        Map<String, String> all = new TreeMap<>(values);
        all.put("now", Long.toString(clock.instant().getEpochSecond()));
        return SAMPLES.of(sample, all);
    }

    void put(ObjectNode object) {
        records.put(object.path("id").asText(), object);
    }

    boolean remove(String id) {
        return records.remove(id);
    }

    /// An object, or a refusal that names the parameter that had its id.
    ObjectNode get(String id, boolean live, String param) {
        return records.get(id)
                .filter(object -> !object.has(LIVE) || object.path(LIVE).asBoolean() == live)
                .orElseThrow(() -> StripeRefusals.none(kind, id, param));
    }

    /// An object of either mode, or a refusal of the control's.
    ObjectNode get(String id) {
        return records.get(id).orElseThrow(() -> StandInProcessor.misunderstood("There is no " + kind + " " + id));
    }

    List<ObjectNode> newest() {
        return records.newest(object -> true);
    }

    /// A page of a list, the newest first.
    ///
    /// @param filters the parameters that are fields to compare
    StandInAnswer list(StandInCall call, boolean live, List<String> filters) {
        List<ObjectNode> found = records.newest(object -> (!object.has(LIVE)
                        || object.path(LIVE).asBoolean() == live)
                && filters.stream()
                        .allMatch(filter -> call.field(filter).isEmpty()
                                || call.field(filter).equals(object.path(filter).asText()))
                && isOfTypes(StripeForm.list(call, "types"), object)
                && inTime(call, object.path("created").asLong()));
        int limit = limit(call);
        int begin = begin(call.field("starting_after"), found);
        int end = Math.min(found.size(), begin + limit);
        ObjectNode list = StandInProcessor.node().put("object", "list").put("url", call.path());
        ArrayNode data = list.put("has_more", end < found.size()).putArray("data");
        found.subList(begin, end).forEach(data::add);
        return StandInAnswer.json(200, list);
    }

    private static boolean isOfTypes(List<String> types, ObjectNode object) {
        return types.isEmpty() || types.contains(object.path("type").asText());
    }

    private int begin(String after, List<ObjectNode> found) {
        if (after.isEmpty()) {
            return 0;
        }
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).path("id").asText().equals(after)) {
                return i + 1;
            }
        }
        throw StripeRefusals.none(kind, after, "starting_after");
    }

    private static int limit(StandInCall call) {
        String text = call.field("limit");
        long limit = text.isEmpty() ? USUAL_PAGE : StripeForm.integer(text, "limit");
        if (limit < 1 || limit > MAX_PAGE) {
            throw StripeRefusals.parameter(
                    "parameter_invalid_integer", "limit", "This value must be between 1 and 100, inclusive.");
        }
        return (int) limit;
    }

    private static boolean inTime(StandInCall call, long created) {
        for (String bound : List.of("gt", "gte", "lt", "lte")) {
            String text = call.field("created[" + bound + "]");
            if (!text.isEmpty()) {
                long time = StripeForm.integer(text, "created");
                boolean fits =
                        switch (bound) {
                            case "gt" -> created > time;
                            case "gte" -> created >= time;
                            case "lt" -> created < time;
                            default -> created <= time;
                        };
                if (!fits) {
                    return false;
                }
            }
        }
        return true;
    }

    /// The text of a field; empty for null.
    static String text(JsonNode object, String field) {
        return object.path(field).isTextual() ? object.path(field).asText() : "";
    }
}
