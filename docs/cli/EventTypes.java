import java.util.List;
import java.util.Map;

/** The event types of a service, from its OpenAPI document. */
final class EventTypes {
    private final Api api;

    EventTypes(Api api) {
        this.api = api;
    }

    /** All types, sorted. */
    List<String> all() throws Exception {
        Map<?, ?> webhooks = (Map<?, ?>) api.get("/v1/openapi.json").get("webhooks");
        return webhooks.keySet().stream().map(String::valueOf).sorted().toList();
    }
}
