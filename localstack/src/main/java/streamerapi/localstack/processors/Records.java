package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInState;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// A processor's records of one kind, by id, as its API shows them; kept across restarts.
final class Records {

    private static final String ID = "id";
    private static final String RECORD = "record";

    private final Map<String, ObjectNode> all = new LinkedHashMap<>();

    /// @param part the name of these in the state
    Records(StandInState state, String part) {
        state.part(part, this::kept)
                .forEach(entry -> all.put(entry.path(ID).asText(), (ObjectNode) entry.path(RECORD)));
    }

    private synchronized JsonNode kept() {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        all.forEach((id, record) -> list.addObject().put(ID, id).set(RECORD, record.deepCopy()));
        return list;
    }

    /// A copy of a record.
    synchronized Optional<ObjectNode> get(String id) {
        return Optional.ofNullable(all.get(id)).map(ObjectNode::deepCopy);
    }

    /// Puts a copy of a record in place of an earlier one.
    synchronized void put(String id, ObjectNode record) {
        all.put(id, record.deepCopy());
    }

    /// Takes a record away.
    ///
    /// @return whether it was there
    synchronized boolean remove(String id) {
        return all.remove(id) != null;
    }

    /// Copies of the records that fulfil a condition, the newest first.
    synchronized List<ObjectNode> newest(Predicate<ObjectNode> condition) {
        List<ObjectNode> found = new ArrayList<>();
        all.values().stream().filter(condition).map(ObjectNode::deepCopy).forEach(found::addFirst);
        return found;
    }
}
