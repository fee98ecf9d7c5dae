package streamerapi.simulation.year;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventLog;
import streamerapi.simulation.Answered;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How a planted fault changes a call of the table.
@FunctionalInterface
interface Alteration {

    ObjectMapper JSON = new ObjectMapper();

    /// Changes nothing.
    Alteration NONE = Passing::on;

    /// Has the table answer a call.
    Answered on(Passing call);

    /// Writes that are made in another way.
    ///
    /// @param how the other write, or null for none
    static Alteration changed(Which which, Function<ObjectNode, @Nullable ObjectNode> how) {
        return call -> {
            if (call.isTransaction()) {
                ObjectNode other = call.body().deepCopy();
                ArrayNode writes = other.putArray("TransactItems");
                for (JsonNode item : call.body().path("TransactItems")) {
                    String kind = item.fieldNames().next();
                    ObjectNode write = item.path(kind).deepCopy();
                    ObjectNode made = which.fits(call, kind, write) ? how.apply(write) : write;
                    if (made == null) {
                        writes.addObject().set("ConditionCheck", nothing(write));
                    } else {
                        writes.addObject().set(kind, made);
                    }
                }
                return call.on(other);
            }
            if (call.isWrite() && which.fits(call, call.kind(), call.body())) {
                ObjectNode made = how.apply(call.body().deepCopy());
                return made == null ? call.unwritten() : call.on(made);
            }
            return call.on();
        };
    }

    /// A check that always holds, in the place of a write: the service counts on the order of the others.
    private static ObjectNode nothing(JsonNode write) {
        ObjectNode check = JsonNodeFactory.instance.objectNode();
        check.set("TableName", write.path("TableName"));
        JsonNode key = write.path(write.has("Item") ? "Item" : "Key");
        check.putObject("Key").<ObjectNode>set("pk", key.path("pk")).set("sk", key.path("sk"));
        check.put("ConditionExpression", "(attribute_not_exists(#pk) OR attribute_exists(#pk))");
        check.putObject("ExpressionAttributeNames").put("#pk", "pk");
        return check;
    }

    /// Writes that are not made.
    static Alteration leftOut(Which which) {
        return changed(which, write -> null);
    }

    /// Writes whose conditions are not asked.
    static Alteration unconditional(Which which) {
        return changed(which, Alteration::unconditional);
    }

    private static ObjectNode unconditional(ObjectNode write) {
        write.remove("ConditionExpression");
        return write;
    }

    /// Writes in which other words stand.
    static Alteration reworded(Which which, String from, String to) {
        return changed(which, write -> reworded(write, from, to));
    }

    private static ObjectNode reworded(JsonNode json, String from, String to) {
        try {
            return (ObjectNode) JSON.readTree(json.toString().replace(from, to));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Rows that are read and written under other keys.
    static Alteration underKey(String from, String to) {
        return call -> call.body().toString().contains(from) ? call.on(reworded(call.body(), from, to)) : call.on();
    }

    /// Sums to which twice as much is added.
    static Alteration addedTwice(Which which) {
        return changed(which, write -> {
            String update = write.path("UpdateExpression").asText();
            int from = update.indexOf("ADD ");
            Matcher added = Pattern.compile("[# ]\\S+ (:\\d+)").matcher(update);
            while (from >= 0 && added.find(from)) {
                from = added.end();
                ObjectNode value =
                        (ObjectNode) write.path("ExpressionAttributeValues").path(added.group(1));
                value.put("N", Long.toString(2 * Long.parseLong(value.path("N").asText())));
            }
            return write;
        });
    }

    /// Leases that are taken for ended whatever the time.
    static Alteration leaseIgnored(Which which) {
        return changed(which, write -> {
            Matcher ended = Pattern.compile("#leased_until < (:\\d+)")
                    .matcher(write.path("ConditionExpression").asText());
            while (ended.find()) {
                ((ObjectNode) write.path("ExpressionAttributeValues").path(ended.group(1))).put("N", "99999999999999");
            }
            return write;
        });
    }

    /// Rows of a transaction that are written after it, if the process lives until then.
    static Alteration afterwards(Which which) {
        return call -> {
            List<ObjectNode> later = new ArrayList<>();
            Answered answered = changed(which, write -> {
                        later.add(write.deepCopy());
                        return null;
                    })
                    .on(call);
            for (ObjectNode write : later) {
                if (!answered.isOk()) {
                    return answered;
                }
                call.process().turns().sleep(call.world().luck().latency());
                call.world().lambdas().mayDie(call.process(), "between two writes");
                call.world().table(call.process()).answer("PutItem", unconditional(write));
            }
            return answered;
        };
    }

    /// Rows of a transaction that are written even if it is refused.
    static Alteration anyway(Which which) {
        return call -> {
            Answered answered = call.on();
            if (call.isTransaction() && !answered.isOk()) {
                for (JsonNode item : call.body().path("TransactItems")) {
                    JsonNode put = item.path("Put");
                    if (which.fits(call, "Put", put)) {
                        call.world().table(call.process()).answer("PutItem", put);
                    }
                }
            }
            return answered;
        };
    }

    /// Reads that a process answers itself once the table has answered them.
    static Alteration remembered(String function, String pk, String sk) {
        return call -> {
            boolean isOf = call.process().function().equals(function + "Function")
                    && (call.operation().equals("GetItem") || call.operation().equals("Query"))
                    && call.body().toString().contains("\"" + pk)
                    && call.body().toString().contains("\"" + sk);
            if (!isOf) {
                return call.on();
            }
            Map<String, Answered> known = call.world().remembered();
            return known.computeIfAbsent(call.process().name() + call.body(), key -> call.on());
        };
    }

    /// Queries that find nothing.
    static Alteration blind(String function, String text) {
        return call -> call.operation().equals("Query")
                        && call.process().function().equals(function + "Function")
                        && call.body().toString().contains(text)
                ? Answered.ok(JsonNodeFactory.instance
                        .objectNode()
                        .put("Count", 0)
                        .<ObjectNode>set("Items", JsonNodeFactory.instance.arrayNode()))
                : call.on();
    }

    /// Queries that leave out what stands right behind the place from which they read on.
    static Alteration skipsOne(String function, String pk) {
        return call -> {
            Answered answered = call.on();
            JsonNode from = call.body().at("/ExpressionAttributeValues/:from/S");
            boolean isOf = call.operation().equals("Query")
                    && call.process().function().equals(function + "Function")
                    && call.body().toString().contains(pk)
                    && from.asText().length() > EventLog.BEGINNING.length();
            if (!isOf) {
                return answered;
            }
            ObjectNode answer = answered.json();
            ArrayNode items = (ArrayNode) answer.path("Items");
            for (int i = 0; i < items.size(); i++) {
                if (!items.get(i).at("/place/S").asText().equals(from.asText())) {
                    items.remove(i);
                    break;
                }
            }
            return Answered.ok(answer);
        };
    }
}
