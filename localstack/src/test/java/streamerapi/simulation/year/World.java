package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.template.FunctionEvent;
import streamerapi.simulation.Answered;
import streamerapi.simulation.AttributeJson;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// All that a seed moves: the service, AWS around it, and those who use it.
final class World {

    private final Turns turns;
    private final Luck luck;
    private final Mutation mutation;
    private final Story story;
    private final Secrecy secrecy;
    private final ModeratedTexts texts = new ModeratedTexts(this);
    private final FrameSignal frames = new FrameSignal(this);
    private final Lambdas lambdas;
    private final QueueService queues;
    private final SocketService sockets;
    private final TableService own;
    private final Restoration restoration = new Restoration(this);
    private final Meter meter;
    private final boolean isSilent;
    private final Receivers receivers;
    private final PaymentProcessor card;
    private final PaymentProcessor wallet;
    private final PointsChannel channel;
    private final EndingTokens tokens;
    private final ApiUser user;
    private final List<ObjectNode> givenUp = new ArrayList<>();
    private final Set<String> handedOnLate = new HashSet<>();
    private final Map<String, Answered> remembered = new HashMap<>();
    private StreamService stream;
    private TableService table;
    private boolean isOver;

    /// @param seed is scrambled first, because the first numbers of [Random] are alike for seeds that are near
    /// @param began what the table holds at first; null for nothing
    /// @param misfortunes how many there are at most
    World(long seed, int misfortunes, Mutation mutation, MemoryTable.@Nullable Snapshot began, YearAccount account) {
        this(seed, misfortunes, mutation, began, account, false);
    }

    /// A world in which nothing goes wrong, and no tip is spoken.
    static World silent(MemoryTable.Snapshot began, YearAccount account) {
        return new World(2, 0, Mutation.NONE, began, account, true);
    }

    private World(
            long seed,
            int misfortunes,
            Mutation mutation,
            MemoryTable.@Nullable Snapshot began,
            YearAccount account,
            boolean isSilent) {
        this.isSilent = isSilent;
        this.turns = new Turns(new Random(new SplittableRandom(seed).nextLong()));
        this.luck = new Luck(turns.random(), misfortunes);
        this.mutation = mutation;
        this.story = new Story(turns);
        this.secrecy = new Secrecy(account);
        this.stream = new StreamService(this, Wiring.OWN, began == null ? 1_000 : 1_000_000);
        this.own = new TableService(MemoryTable.ofInserts(stream::inserted));
        this.table = own;
        this.meter = new Meter(own);
        this.queues = new QueueService(this, Wiring.OWN);
        this.lambdas = new Lambdas(this, Wiring.OWN_FUNCTIONS);
        this.sockets = new SocketService(this);
        this.receivers = new Receivers(this);
        this.card = new PaymentProcessor(this, "card_processor", true);
        this.wallet = new PaymentProcessor(this, "wallet_processor", false);
        this.channel = new PointsChannel(this);
        this.tokens = new EndingTokens(this);
        this.user = new ApiUser(this, account);
        stream.begin();
        if (began != null) {
            table.table().restore(began);
        }
    }

    /// Has the rows of this moment as another table, which no function works on yet, with a stream of its own.
    void restore() {
        stream = new StreamService(this, Wiring.ADOPTING, 1_000);
        table = new TableService(MemoryTable.ofInserts(stream::inserted));
        table.table().restore(own.table().snapshot());
    }

    Turns turns() {
        return turns;
    }

    Luck luck() {
        return luck;
    }

    Mutation mutation() {
        return mutation;
    }

    Secrecy secrecy() {
        return secrecy;
    }

    ModeratedTexts texts() {
        return texts;
    }

    FrameSignal frames() {
        return frames;
    }

    /// The rows that processes have read, if a planted fault has them remember rows.
    Map<String, Answered> remembered() {
        return remembered;
    }

    Story story() {
        return story;
    }

    Lambdas lambdas() {
        return lambdas;
    }

    QueueService queues() {
        return queues;
    }

    StreamService stream() {
        return stream;
    }

    SocketService sockets() {
        return sockets;
    }

    /// The table that counts in the end: the one that was restored, if one was.
    TableService table() {
        return table;
    }

    /// The stack's own table.
    MemoryTable ownTable() {
        return own.table();
    }

    /// The table that a process works on.
    TableService table(LambdaProcess process) {
        return process.isOnRestored() ? table : own;
    }

    Restoration restoration() {
        return restoration;
    }

    /// Whether the table may lack something that began then and ends now, because it was restored meanwhile.
    boolean takesBack(Instant began) {
        return restoration.takesBack(began, turns.now());
    }

    Meter meter() {
        return meter;
    }

    /// Whether no tip is spoken.
    boolean isSilent() {
        return isSilent;
    }

    Receivers receivers() {
        return receivers;
    }

    /// The processor of cards.
    PaymentProcessor card() {
        return card;
    }

    /// The processor of wallets. Short seeds have no payment by wallet.
    PaymentProcessor wallet() {
        return wallet;
    }

    PointsChannel channel() {
        return channel;
    }

    EndingTokens tokens() {
        return tokens;
    }

    ApiUser user() {
        return user;
    }

    /// Whether nothing goes wrong any more, so that everything can come to rest.
    boolean isOver() {
        return isOver;
    }

    /// Keeps a record that the stream gave up, for the operator to hand on.
    void giveUp(ObjectNode record) {
        givenUp.add(record);
        handedOnLate.add(record.at("/dynamodb/Keys/sk/S").asText());
    }

    /// Events that the stream gave up. They get their old place in the log, which sockets have passed by then.
    Set<String> handedOnLate() {
        return handedOnLate;
    }

    /// Has the schedules of the template come, late, and at times twice.
    ///
    /// @param until the end, after which none comes
    void schedule(Duration every, Duration until) {
        for (FunctionEvent event : Wiring.OWN.events("ScheduleV2")) {
            String input = event.properties().text("Input", "");
            if (input.contains("keep-active")) {
                continue;
            }
            Duration rate = rate(event.properties().text("ScheduleExpression"), every);
            for (Duration at = rate; at.compareTo(until) < 0; at = at.plus(rate)) {
                call(event.function(), input, at.plus(luck.within(30)));
                if (luck.doubles()) {
                    call(event.function(), input, at.plus(luck.within(60)));
                }
            }
        }
    }

    /// Has rows end whose time is over: the table removes them at any time after it.
    ///
    /// @param until the end, after which none is removed
    void expire(Duration until) {
        for (Duration at = Duration.ofHours(1); at.compareTo(until) < 0; at = at.plusHours(3)) {
            turns.after(at.plus(luck.within(3_000)), this::expire);
        }
    }

    private void expire() {
        for (Map<String, AttributeValue> row : table.table().items()) {
            AttributeValue end = row.get("expires_at");
            if (end != null && Long.parseLong(end.n()) < turns.now().getEpochSecond() && luck.flips()) {
                ObjectNode delete = JsonNodeFactory.instance.objectNode();
                Map<String, AttributeValue> key = new TreeMap<>(row);
                key.keySet().retainAll(Set.of("pk", "sk"));
                delete.set("Key", AttributeJson.json(key));
                table.answer("DeleteItem", delete);
                story.reached("a row ends by itself");
            }
        }
    }

    private static Duration rate(String expression, Duration least) {
        String[] words = expression.replaceAll("[a-z]+\\(|\\)", "").split(" ");
        long number = words.length == 2 ? Long.parseLong(words[0]) : 1;
        Duration rate = words.length != 2 || words[1].startsWith("day")
                ? Duration.ofDays(number)
                : words[1].startsWith("hour") ? Duration.ofHours(number) : Duration.ofMinutes(number);
        return rate.compareTo(least) < 0 ? least : rate;
    }

    private void call(String function, String input, Duration at) {
        turns.after(at, () -> lambdas.invoke(function, input.getBytes(StandardCharsets.UTF_8), answer -> {}));
    }

    /// Ends all misfortune, and hands on what the stream gave up, as an operator would.
    void end() {
        isOver = true;
        luck.end();
        card.end();
        if (!wallet.payments().isEmpty()) {
            wallet.end();
        }
        for (ObjectNode record : givenUp) {
            ObjectNode event = JsonNodeFactory.instance.objectNode();
            event.putArray("Records").add(record);
            lambdas.invoke("FanOutFunction", QueueService.bytes(event), answer -> {});
        }
        givenUp.clear();
    }

    /// Ends all threads.
    void close() {
        lambdas.killAll();
        turns.end();
    }
}
