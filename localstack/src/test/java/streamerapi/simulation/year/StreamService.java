package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.functions.Failures;
import streamerapi.localstack.streams.EventFilter;
import streamerapi.localstack.template.FunctionEvent;
import streamerapi.localstack.template.Template;
import streamerapi.simulation.AttributeJson;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The table's stream: lines of shards, each read in its order by one copy of the function. Records come late, in
/// batches that are cut anywhere, those of one transaction in any order, and again from the first that failed. A batch
/// that failed whole is halved; a record that failed alone in all of its attempts is given up. In some seeds a shard is
/// split now and then: it takes no more rows, and each of its children takes a half of its keys.
final class StreamService {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int LINES = 4;
    private static final int MOST = 100;
    private static final BigInteger APART = BigInteger.TEN.pow(24);
    private static final int[] BEGINNINGS = {7, 2, 9, 4};

    /// How far the numbers of a shard begin behind the first ones of that which it was split off: behind all of them.
    private static final BigInteger BEHIND = BigInteger.TEN.pow(20);

    private static final int ROWS_OF_A_SHARD = 40;

    private final World world;
    private final FunctionEvent trigger;
    private final EventFilter filter;
    private final int mostAttempts;
    private final Map<String, Lane> lanes = new TreeMap<>();

    /// The beginning of each shard's numbers, by the shard.
    private final Map<String, BigInteger> shards = new TreeMap<>();

    private final List<Arriving> arriving = new ArrayList<>();
    private long number;
    private boolean isRead;
    private boolean splits;

    /// @param first the number of the first record
    StreamService(World world, Template template, long first) {
        this.world = world;
        this.number = first;
        this.trigger = template.events("DynamoDB").getFirst();
        this.filter = EventFilter.of(trigger.properties().section("FilterCriteria"));
        this.mostAttempts =
                1 + trigger.properties().number("MaximumRetryAttempts").orElse(1_000);
        for (int line = 0; line < LINES; line++) {
            shards.put(Integer.toString(line), APART.multiply(BigInteger.valueOf(BEGINNINGS[line])));
        }
    }

    /// Has its shards split now and then.
    void split() {
        splits = true;
    }

    /// A record that has no number yet.
    private record Arriving(String pk, String sk, ObjectNode record) {}

    /// Records that are worked on in their order: those of a shard, after those of the one that it was split off.
    private final class Lane {

        private final String name;
        private final @Nullable Lane parent;
        private final List<ObjectNode> records = new ArrayList<>();
        private boolean isAtWork;
        private int attempts;
        private int most = MOST;

        Lane(String name, @Nullable Lane parent) {
            this.name = name;
            this.parent = parent;
        }

        void look(Duration after) {
            if (!isRead || isAtWork || records.isEmpty()) {
                return;
            }
            if (parent != null && !parent.isAtItsEnd() && world.mutation().awaitsParents()) {
                world.story().reached("a shard waits until the one that it was split off is read to its end");
                return;
            }
            isAtWork = true;
            world.turns().after(after, this::work);
        }

        private boolean isAtItsEnd() {
            return records.isEmpty() && !isAtWork && (parent == null || parent.isAtItsEnd());
        }

        private boolean comesAfter(Lane other) {
            return parent != null && (parent == other || parent.comesAfter(other));
        }

        private void work() {
            if (!isRead) {
                isAtWork = false;
                return;
            }
            int size = 1 + world.luck().number(Math.min(records.size(), most));
            List<ObjectNode> batch = List.copyOf(records.subList(0, size));
            ObjectNode event = JSON.objectNode();
            ArrayNode array = event.putArray("Records");
            batch.forEach(array::add);
            world.story().note("stream " + name + " brings " + size);
            world.lambdas().invoke(trigger.function(), QueueService.bytes(event), answer -> handled(batch, answer));
        }

        private void handled(List<ObjectNode> batch, byte @Nullable [] answer) {
            int taken = world.mutation().takesAll(answer != null) ? batch.size() : taken(batch, answer);
            records.subList(0, taken).clear();
            if (taken > 0) {
                attempts = 0;
                most = MOST;
            } else if (batch.size() > 1) {
                most = batch.size() / 2;
            } else if (++attempts > mostAttempts) {
                attempts = 0;
                world.story().tell("stream " + name + " gives up a record");
                world.story().reached("the stream gives up a record");
                world.giveUp(records.removeFirst());
            }
            if (taken == batch.size() && world.luck().doubles()) {
                world.story().tell("stream " + name + " brings " + batch.size() + " records again");
                records.addAll(0, batch);
            }
            isAtWork = false;
            look(attempts == 0 ? world.luck().within(0.3) : Duration.ofMillis(100L << Math.min(attempts, 6)));
            lanes.values().stream()
                    .filter(lane -> lane.comesAfter(this))
                    .forEach(lane -> lane.look(world.luck().within(0.3)));
        }

        private int taken(List<ObjectNode> batch, byte @Nullable [] answer) {
            if (answer == null) {
                return 0;
            }
            List<String> numbers =
                    batch.stream().map(StreamService::sequenceNumber).toList();
            Set<String> known = numbers.stream().collect(Collectors.toSet());
            List<String> failed = Failures.of(answer, known).orElse(numbers);
            int taken = 0;
            while (taken < numbers.size() && !failed.contains(numbers.get(taken))) {
                taken++;
            }
            return taken;
        }
    }

    private static String sequenceNumber(ObjectNode record) {
        return record.at("/dynamodb/SequenceNumber").asText();
    }

    /// Takes a row that came to be.
    void inserted(Map<String, AttributeValue> row) {
        ObjectNode record = JSON.objectNode().put("eventName", "INSERT").put("eventSource", "aws:dynamodb");
        ObjectNode change = record.putObject("dynamodb");
        String pk = text(row, "pk");
        String sk = text(row, "sk");
        change.set("Keys", AttributeJson.json(Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk))));
        if (!filter.passes(record)) {
            return;
        }
        change.set("NewImage", AttributeJson.json(row));
        record.put(
                "eventSourceARN",
                world.mutation().streamArn(trigger.properties().text("Stream")));
        if (arriving.isEmpty()) {
            world.turns().after(Duration.ZERO, this::arrive);
        }
        arriving.add(new Arriving(pk, sk, record));
    }

    /// Takes in the rows of a transaction: they come in any order.
    private void arrive() {
        while (!arriving.isEmpty()) {
            Arriving next = arriving.remove(world.luck().number(arriving.size()));
            arrive(next.pk, next.sk, next.record);
        }
    }

    private void arrive(String pk, String sk, ObjectNode record) {
        String shard = shard(world.mutation().shardKey(pk, sk).hashCode());
        BigInteger place = Objects.requireNonNull(shards.get(shard)).add(BigInteger.valueOf(number++));
        ((ObjectNode) record.path("dynamodb")).put("SequenceNumber", place.toString());
        Lane at = lane(shard, world.mutation().lane(sk));
        at.records.add(record);
        at.look(world.luck().within(world.luck().strikesOneIn(50) ? 30 : 0.5));
        if (splits && world.luck().number(ROWS_OF_A_SHARD) == 0) {
            split(shard);
        }
    }

    /// The shard that takes the rows of a key: the last one of its line that has the key.
    private String shard(int hash) {
        String shard = Integer.toString(Math.floorMod(hash, LINES));
        for (int rest = Integer.reverse(hash); shards.containsKey(child(shard, 0)); rest <<= 1) {
            shard = child(shard, rest >>> 31);
        }
        return shard;
    }

    private static String child(String shard, int half) {
        return shard + "-" + half;
    }

    /// Closes a shard. The numbers of its children tell nothing about each other.
    private void split(String shard) {
        world.story().tell("shard " + shard + " of the stream is split");
        BigInteger end = Objects.requireNonNull(shards.get(shard));
        for (int half = 0; half < 2; half++) {
            shards.put(
                    child(shard, half),
                    end.add(BEHIND.multiply(BigInteger.valueOf(1 + world.luck().number(9)))));
        }
    }

    private Lane lane(String shard, int of) {
        String name = shard + "." + of;
        Lane known = lanes.get(name);
        if (known == null) {
            int parent = shard.lastIndexOf('-');
            known = new Lane(name, parent < 0 ? null : lane(shard.substring(0, parent), of));
            lanes.put(name, known);
        }
        return known;
    }

    /// Has the function read it, from its beginning.
    void begin() {
        isRead = true;
        lanes.values().forEach(lane -> lane.look(world.luck().within(0.5)));
    }

    /// Has the function read it no more, once it has handled what it has in hand.
    void end() {
        isRead = false;
    }

    /// Whether the function handles some of its records.
    boolean isInHand() {
        return lanes.values().stream().anyMatch(lane -> lane.isAtWork);
    }

    /// How many records are not handled.
    int waiting() {
        return arriving.size()
                + lanes.values().stream().mapToInt(lane -> lane.records.size()).sum();
    }

    private static String text(Map<String, AttributeValue> row, String name) {
        return Objects.requireNonNull(row.get(name), name).s();
    }
}
