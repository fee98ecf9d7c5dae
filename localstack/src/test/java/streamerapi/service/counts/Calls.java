package streamerapi.service.counts;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The calls that one invocation made.
final class Calls {

    private final String function;
    private final String event;
    private final DynamoDbClient table;
    private final List<MeasuredCall> calls = new ArrayList<>();
    private boolean ended;

    /// @param event what the function was invoked with
    /// @param table looks at rows before and after a write
    Calls(String function, String event, DynamoDbClient table) {
        this.function = function;
        this.event = event;
        this.table = table;
    }

    String function() {
        return function;
    }

    String event() {
        return event;
    }

    DynamoDbClient table() {
        return table;
    }

    synchronized void add(MeasuredCall call) {
        calls.add(call);
    }

    synchronized void end() {
        ended = true;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /// These calls without those that ask the queue for further messages. Work that takes more than a second makes
    /// them, and on a busy machine any work can; so they are no part of what it costs.
    Calls ofTheWork() {
        Calls others = new Calls(function, event, table);
        all().stream()
                .filter(call -> !call.operation().equals("ReceiveMessage"))
                .forEach(others::add);
        return others;
    }

    /// All of them.
    synchronized List<MeasuredCall> all() {
        return List.copyOf(calls);
    }

    /// The units of the table, by partition key.
    Map<String, Units> byKey() {
        Map<String, Units> units = new HashMap<>();
        all().forEach(call -> call.byKey().forEach((key, of) -> units.merge(key, of, Units::plus)));
        return units;
    }

    int total() {
        return all().size();
    }

    /// How many calls the longest chain has in which each began after the one before it had ended.
    int depth() {
        List<MeasuredCall> all = all().stream()
                .sorted((one, other) -> Long.compare(one.begun(), other.begun()))
                .toList();
        Map<MeasuredCall, Integer> depths = new HashMap<>();
        int deepest = 0;
        for (MeasuredCall call : all) {
            int depth = 1;
            for (MeasuredCall earlier : all) {
                @Nullable Integer before = depths.get(earlier);
                if (before != null && call.follows(earlier)) {
                    depth = Math.max(depth, before + 1);
                }
            }
            depths.put(call, depth);
            deepest = Math.max(deepest, depth);
        }
        return deepest;
    }

    /// The units that AWS charges for all of them.
    Units units() {
        return all().stream().map(MeasuredCall::units).reduce(Units.NONE, Units::plus);
    }

    @Override
    public String toString() {
        return function + " depth " + depth() + " " + all();
    }
}
