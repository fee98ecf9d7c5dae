package streamer.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;

/**
 * Something that happened, as webhooks and the realtime stream tell of it.
 *
 * @param id the same in every delivery: drop an event whose id you have seen
 * @param type `tip.created` and the like; ignore types that you do not know
 * @param actor who caused it, or a null node if the service did on its own
 * @param data the fields of its type; texts in it come from viewers, so escape them wherever you show them
 */
public record Event(String id, String type, Instant created, JsonNode actor, JsonNode data) {

    static Event read(byte[] json) throws IOException {
        return of(Json.MAPPER.readTree(json));
    }

    static Event of(JsonNode node) {
        return new Event(
                node.required("id").asText(),
                node.required("type").asText(),
                Instant.parse(node.required("created").asText()),
                node.path("actor"),
                node.required("data"));
    }

    /** The data as a record of yours, whose components are named as the fields in camel case. */
    public <T> T data(Class<T> type) {
        return Json.to(data, type);
    }
}
