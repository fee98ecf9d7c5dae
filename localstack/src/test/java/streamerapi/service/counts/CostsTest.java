package streamerapi.service.counts;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import streamerapi.architecture.HttpFunctions;
import streamerapi.architecture.Policies;
import streamerapi.localstack.template.Template;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/// Every request and every event costs what `docs/table.md` says.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CostsTest {

    private static final int TRIES = 5;
    private static final int TIPS_AT_ONCE = 4;

    /// The keys whose rows have an order that one line of rows must give: the queue, the log, an endpoint's deliveries.
    private static final Set<String> ORDERED = Set.of("A#<tenant>", "EVENTS#<tenant>", "DELIVERIES#<tenant>#<0 to 7>");

    private static final boolean UPDATES = Boolean.getBoolean("docs.update");

    private final Template template = Template.read(Service.root().resolve("template.yaml"));

    @AutoClose
    private final Measuring measuring = new Measuring();

    private final List<Cost> events = new ArrayList<>();
    private final List<Cost> requests = new ArrayList<>();

    @BeforeAll
    void measure() {
        event("A tip's fan-out, no subscriber", () -> measuring.fanOut(0, 0));
        event("A tip's fan-out, 1 endpoint", () -> measuring.fanOut(1, 0));
        event("A tip's fan-out, 1 socket", () -> measuring.fanOut(0, 1));
        event("A tip's fan-out, 1 endpoint and 1 socket", () -> measuring.fanOut(1, 1));
        event("A tip's fan-out, 2 endpoints and 1 socket", () -> measuring.fanOut(2, 1));
        event("A tip's fan-out, 1 endpoint and 2 sockets", () -> measuring.fanOut(1, 2));
        event("A delivery that succeeds, the endpoint's first in a minute", () -> measuring.attempt(200, 1));
        event("A delivery that succeeds, any other", () -> measuring.attempt(200, 2));
        event("An event's deliveries to 2 endpoints that succeed, any others", () -> measuring.attempts(200, 2, 2));
        event("A delivery's attempt that fails and is not the last", () -> measuring.attempt(500, 1));
        event("A socket opens", measuring::open);
        event("A socket signs in, 10 tips wait", () -> measuring.signIn(10));
        event("A socket signs in with a realtime token, 10 tips wait", () -> measuring.signInByToken(10));
        event("A socket signs in, and is sent 9 events that it missed", () -> measuring.signInAgain(10));
        event("A socket closes", measuring::leave);
        event("An overlay's first socket signs in, 10 tips wait", () -> measuring.signInOverlay(10));
        event("An overlay's socket closes", measuring::leaveOverlay);
        event("An overlay's page says what it does", measuring::report);
        event("A command's fan-out, 1 socket", measuring::command);
        event("A tip's audio is made, of new words", measuring::audio);
        taken("A line of chat that Twitch sends", "channel.chat.message", Measuring.LINE);
        taken("A follow that Twitch sends", "channel.follow", Measuring.FOLLOW);
        for (Scenario scenario : Scenarios.all()) {
            requests.add(measured(scenario.what(), () -> measuring.request(scenario), Cost::requestLine));
        }
        event(Measuring.ARCHIVED + " old tips move to the partition of their month", measuring::archive);
    }

    private void taken(String what, String type, Map<String, Object> event) {
        event(what + ", taken", () -> measuring.taken(type, event));
    }

    @Test
    void everythingCostsWhatIsDocumented() {
        String table = CostTable.of(requests, events);
        System.out.println(table);
        if (UPDATES) {
            CostTable.document(table);
        }
        assertThat(table)
                .as("the costs in docs/table.md; after a change that is meant, run this test with -Ddocs.update=true")
                .isEqualTo(CostTable.documented());
    }

    /// A streamer's many tips meet the limit of a partition key first: no more than this is asked of one.
    @Test
    void whatAPartitionKeyCarriesIsDocumented() {
        PartitionLoad load = measuring.spokenTips(TIPS_AT_ONCE);
        System.out.println(load.table());
        if (UPDATES) {
            PartitionLoad.PART.document(load.table());
        }
        assertThat(load.table())
                .as("what partition keys carry in docs/table.md, which -Ddocs.update=true writes anew")
                .isEqualTo(PartitionLoad.PART.documented());
        assertThat(load.all())
                .filteredOn(key -> !ORDERED.contains(key.name()))
                .hasSizeGreaterThan(7)
                .allSatisfy(key -> {
                    assertThat(key.writes()).as(key.name()).isLessThanOrEqualTo(2.5);
                    assertThat(key.tips()).as(key.name()).isGreaterThanOrEqualTo(400);
                });
    }

    /// Holds every endpoint, and every page that asks for more than its endpoint does.
    @Test
    void everyEndpointIsInTheTable() {
        Set<String> all = HttpFunctions.of(Template.read(Service.root().resolve("template.yaml"))).values().stream()
                .flatMap(api -> api.routes().stream())
                .filter(route -> !route.manner().page())
                .map(route -> route.method() + " " + route.template())
                .collect(Collectors.toSet());
        assertThat(Scenarios.all().stream()
                        .map(Scenario::operation)
                        .filter(operation -> !isMountedTwice(operation, all) && !isOfAPage(operation))
                        .collect(Collectors.toSet()))
                .isEqualTo(all.stream()
                        .filter(operation -> !isMountedTwice(operation, all))
                        .collect(Collectors.toSet()));
    }

    /// Whether the dashboard has it from the API, if it is counted.
    private static boolean isMountedTwice(String operation, Set<String> all) {
        return operation.contains(" /dashboard/api/") && all.contains(operation.replace(" /dashboard/api/", " /"));
    }

    private static boolean isOfAPage(String operation) {
        return PageScenarios.all().stream()
                .anyMatch(scenario -> scenario.operation().equals(operation));
    }

    @Test
    void aControlInTheDashboardMakesTheCallsOfItsSiblingInTheApi() {
        Cost there = of("POST /dashboard/api/tts/pause").getFirst();
        Cost here = of("POST /tts/pause").getFirst();
        assertThat(there.total()).isEqualTo(here.total());
        assertThat(there.depth()).isEqualTo(here.depth());
    }

    @Test
    void everyCallIsOneThatTheTemplateAllows() {
        Map<String, Set<String>> grants = Policies.grants(template);
        assertThat(measuring.operations()).hasSizeGreaterThan(5);
        measuring
                .operations()
                .forEach((function, operations) -> assertThat(
                                Policies.actions(Objects.requireNonNull(grants.get(function))))
                        .as(function)
                        .containsAll(operations.stream()
                                .flatMap(operation -> actions(operation).stream())
                                .toList()));
    }

    @Test
    void authenticationAndLimitsTogetherWriteAtMostOnce() {
        List<Integer> expected = List.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 1);
        for (int before = 0; before < expected.size(); before++) {
            int writes = gateWrites(before);
            // A slow machine may have a second copy of the function take a request, and each copy counts for itself.
            for (int again = 0; again < 2 && writes != expected.get(before); again++) {
                writes = gateWrites(before);
            }
            assertThat(writes).as("request " + (before + 1)).isEqualTo(expected.get(before));
        }
    }

    /// How often authentication and limits write for a request that comes after others.
    private int gateWrites(int before) {
        Calls calls = measuring.request(Scenarios.queueReadAfter(before));
        List<MeasuredCall> gate =
                calls.all().stream().filter(MeasuredCall::isGate).toList();
        assertThat(gate).as(calls.toString()).hasSizeBetween(1, 2);
        List<MeasuredCall> writes = gate.stream().filter(MeasuredCall::isWrite).toList();
        assertThat(writes).as(calls.toString()).hasSizeLessThanOrEqualTo(1);
        return writes.size();
    }

    @Test
    void readingTheQueueCostsTheSameHoweverLongTheHistoryIs() {
        try (Measuring consumed = Measuring.withConsumedCapacity()) {
            Account account = consumed.service().newAccount();
            String played = Scenarios.played(account, 10).getFirst();
            account.tip("Ada");
            Calls few = consumed.request(account, api -> api.get("/tts/queue"), 0);
            Copies.inHistory(account, played, 3_000 - 10);
            Calls many = consumed.request(account, api -> api.get("/tts/queue"), 0);

            assertThat(account.rows("TIP#")).hasSize(3_001);
            assertThat(many.total()).isEqualTo(few.total());
            assertThat(many.units()).isEqualTo(few.units());
            assertThat(reported(many)).isPositive().isEqualTo(reported(few));
        }
    }

    private static double reported(Calls calls) {
        return calls.all().stream().mapToDouble(MeasuredCall::reported).sum();
    }

    @Test
    void readingTheQueueIsOneRoundTrip() {
        assertThat(of("GET /tts/queue"))
                .filteredOn(cost -> !cost.what().contains("second page"))
                .hasSizeGreaterThan(3)
                .allSatisfy(cost -> assertThat(cost.depth()).as(cost.what()).isEqualTo(1));
        assertThat(of("GET /tts/queue"))
                .filteredOn(cost ->
                        cost.what().endsWith("10 tips wait") || cost.what().contains("key's"))
                .hasSize(2)
                .allSatisfy(cost -> assertThat(cost.total()).as(cost.what()).isEqualTo(2));
    }

    @Test
    void claimingAndTakingTipsInAreTwoRoundTrips() {
        List<Cost> changes = new ArrayList<>(of("POST /tts/{orderId}/start"));
        changes.addAll(of("POST /tips`").stream()
                .filter(cost ->
                        !cost.what().contains("Idempotency") && !cost.what().contains("`media`"))
                .toList());
        assertThat(changes).hasSize(7).allSatisfy(cost -> {
            assertThat(cost.depth()).as(cost.what()).isLessThanOrEqualTo(2);
            assertThat(cost.total()).as(cost.what()).isLessThanOrEqualTo(3);
        });
    }

    @Test
    void anExtraSubscriberCostsNoExtraRoundTrip() {
        Function<String, Cost> fanOut = whom -> events.stream()
                .filter(cost -> cost.what().equals("A tip's fan-out, " + whom))
                .findFirst()
                .orElseThrow();
        Cost one = fanOut.apply("1 endpoint and 1 socket");
        assertThat(fanOut.apply("2 endpoints and 1 socket").total()).isEqualTo(one.total());
        assertThat(fanOut.apply("1 endpoint and 2 sockets").total()).isEqualTo(one.total() + 1);
        assertThat(fanOut.apply("1 endpoint and 2 sockets").depth()).isEqualTo(one.depth());
    }

    private List<Cost> of(String operation) {
        return requests.stream()
                .filter(cost -> cost.what().startsWith("`" + operation))
                .toList();
    }

    /// The actions that a caller of an operation must be allowed.
    private static Set<String> actions(String operation) {
        return switch (operation) {
            // Each of its writes needs its own; the local stack has held them to the policies.
            case "TransactWriteItems" -> Set.of();
            case "SendMessage", "SendMessageBatch" -> Set.of("sqs:SendMessage");
            case "ReceiveMessage", "DeleteMessage" -> Set.of("sqs:" + operation);
            case "SynthesizeSpeech" -> Set.of("polly:SynthesizeSpeech");
            case "PostToConnection", "DeleteConnection" -> Set.of("execute-api:ManageConnections");
            default -> Set.of("dynamodb:" + operation);
        };
    }

    private void event(String what, Supplier<Calls> happening) {
        events.add(measured(what, happening, Cost::eventLine));
    }

    /// Measures what has not the documented cost again: a machine that stalls between two calls that are made beside
    /// each other makes them look as if one waited for the other, and never the other way round. Calls take twice as
    /// long each time, so that a longer stall is needed for that.
    private Cost measured(String what, Supplier<Calls> happening, Function<Cost, String> line) {
        Cost cost = Cost.of(what, happening.get());
        for (int i = 1; i < TRIES && !UPDATES && !CostTable.documents(line.apply(cost)); i++) {
            Cost again = Cost.of(what, measuring.slowly(1 << i, happening));
            cost = again.depth() < cost.depth() ? again : cost;
        }
        return cost;
    }
}
