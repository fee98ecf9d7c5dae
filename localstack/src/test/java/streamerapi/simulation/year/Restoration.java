package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An operator who restores the table to a moment and has the stack adopt it (docs/operating.md "Restoring the table"),
/// within a minute instead of hours: the functions are led to it one by one, while people go on.
final class Restoration {

    /// How far before the moment events are looked for that the stream had not handed on yet.
    private static final Duration BACK = Duration.ofMinutes(10);

    /// How far beyond its bounds the fan-out looks for events. The switch comes sooner here, and what comes after it is
    /// not to be handed on again.
    private static final Duration MARGIN = Duration.ofSeconds(59);

    private static final String CONNECTION = "CONNECTION#";

    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

    private final World world;
    private @Nullable People people;
    private @Nullable Instant moment;
    private @Nullable Instant adoption;
    private @Nullable Instant end;
    private final Set<String> past = new HashSet<>();
    private long unplaced;

    Restoration(World world) {
        this.world = world;
    }

    /// Begins it in this time: the moment comes after a fifth of it at the earliest, and the switch some seconds later.
    void come(People all, Duration activity) {
        people = all;
        Duration when = activity.multipliedBy(20L + world.luck().number(40)).dividedBy(100);
        world.turns().after(when, this::restore);
    }

    /// The moment whose rows the restored table has; null if none was restored.
    @Nullable
    Instant moment() {
        return moment;
    }

    /// Whether the restored table may lack something that was done between two times: in part or in whole it was done
    /// after the moment, and before all functions worked on that table.
    boolean takesBack(Instant from, Instant to) {
        return moment != null && !to.isBefore(moment) && (end == null || from.isBefore(end));
    }

    /// Whether the restored table lacks all of something that began then and ends now: it was done after the moment,
    /// and before any function worked on that table.
    boolean undoes(Instant from) {
        return moment != null && from.isAfter(moment) && adoption == null;
    }

    /// Whether an event was committed to the table of before, after the moment.
    boolean isLost(String eventId) {
        return !past.contains(eventId) && events(world.ownTable()).anyMatch(row -> isOf(row, eventId));
    }

    private static boolean isOf(Map<String, AttributeValue> row, String eventId) {
        return Objects.requireNonNull(row.get("sk")).s().equals(eventId);
    }

    /// Whether the log has the order of the commits. Events that had no place at the moment get theirs in the order of
    /// their ids, by clocks that are up to a second apart.
    boolean keepsOrder() {
        return unplaced <= 1;
    }

    private void restore() {
        moment = world.turns().now();
        StreamService before = world.stream();
        world.restore();
        events(world.table().table())
                .forEach(row -> past.add(Objects.requireNonNull(row.get("sk")).s()));
        world.story().tell("the table is restored to this moment");
        world.turns().at(Duration.ofSeconds(5L + world.luck().number(20)), () -> adopt(before));
    }

    private static Stream<Map<String, AttributeValue>> events(MemoryTable table) {
        return table.items().stream()
                .filter(row -> Objects.requireNonNull(row.get("pk")).s().startsWith("EVENTS#"));
    }

    private void adopt(StreamService before) {
        adoption = world.turns().now();
        world.story().tell("the stack begins to adopt the restored table");
        List<FunctionSettings> left = new ArrayList<>(Wiring.ADOPTING_FUNCTIONS.values());
        left.sort(Comparator.comparing(FunctionSettings::id));
        if (world.mutation() == Mutation.FUNCTION_LEFT_BEHIND) {
            left.removeIf(function -> function.id().equals("TipsFunction"));
        }
        while (!left.isEmpty()) {
            world.turns().sleep(world.luck().within(1));
            FunctionSettings function = left.remove(world.luck().number(left.size()));
            world.lambdas().update(function);
            world.story().tell(function.id() + " works on the restored table");
            if (function.id().equals("FanOutFunction")) {
                world.stream().begin();
            }
        }
        before.end();
        while (world.lambdas().isUpdating() || before.isInHand()) {
            world.turns().sleep(Duration.ofSeconds(1));
        }
        if (world.mutation() != Mutation.PAST_NOT_HANDED_ON) {
            handOn(Objects.requireNonNull(moment));
        }
        closeSockets();
        end = world.turns().now();
        world.story().tell("the stack has adopted the restored table");
        world.story().reached("a stack has adopted a table that was restored");
    }

    /// Has the fan-out hand on what the old stream had not brought at the moment, as for a batch that was given up.
    private void handOn(Instant at) {
        unplaced = events(world.table().table())
                .filter(row -> !row.containsKey("place"))
                .count();
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.putObject("DDBStreamBatchInfo")
                .put("streamArn", Wiring.RESTORED_STREAM)
                .put("endSequenceNumber", "0")
                .put("approximateArrivalOfFirstRecord", at.minus(BACK).toString())
                .put("approximateArrivalOfLastRecord", at.minus(MARGIN).toString());
        String answer;
        do {
            CompletableFuture<String> answered = new CompletableFuture<>();
            world.lambdas()
                    .invoke(
                            "FanOutFunction",
                            QueueService.bytes(event),
                            bytes -> answered.complete(bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8)));
            world.turns().join(answered, LONG_ENOUGH);
            answer = answered.getNow("");
            world.story().tell("the fan-out hands on what came before the moment");
            world.turns().sleep(Duration.ofSeconds(1));
        } while (!answer.contains("\"failed\":[]"));
    }

    /// Closes the sockets that the table of before knows, so that their clients sign in again.
    private void closeSockets() {
        List<String> logged = new EventLog(TableService.over(world.table().transport()))
                .after(world.user().account().tenantId(), EventLog.BEGINNING, 100_000).stream()
                        .map(LoggedEvent::id)
                        .toList();
        Set<String> known = world.ownTable().items().stream()
                .map(row -> Objects.requireNonNull(row.get("pk")).s())
                .filter(key -> key.startsWith(CONNECTION))
                .map(key -> key.substring(CONNECTION.length()))
                .collect(Collectors.toCollection(TreeSet::new));
        Objects.requireNonNull(people).sockets().forEach(client -> client.restart(logged, known));
        if (world.mutation() != Mutation.SOCKETS_NOT_CLOSED) {
            known.forEach(id -> world.sockets().close(id));
        }
    }
}
