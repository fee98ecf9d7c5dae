package streamerapi.erasure;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.leaderboard.Contribution;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.oauth.Authorizations;
import streamerapi.oauth.ConnectedApps;
import streamerapi.service.TestClock;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.viewers.Profiles;
import streamerapi.webhooks.SentMessages;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// A person is erased a second time while the first erasure is under way: its message was lost, or comes again late.
@NullMarked
class ErasedAgainTest {

    private static final String TENANT = "ten_0123456789abc";
    private static final String VIEWER = "alpha:48213377";

    /// Of 1,000 rows, the pages that are read, and the note.
    private static final int MOST_CALLS = 1_020;

    /// Six of 1,000 tips, and those of the partitions that have no rows: ten for each.
    private static final int MOST_MESSAGES = 25;

    private final TestClock clock = new TestClock();
    private final SentMessages sent = new SentMessages();
    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over(this::counted);
    private final Ids ids = new Ids(clock);
    private final DelayQueue queue = sent.services(clock).work();
    private final ConnectedApps apps = new ConnectedApps(
            table,
            new Authorizations(
                    new Credentials(table, new RateLimiter(table, clock, BigDecimal.ONE), ids, clock), ids, clock),
            queue,
            clock);
    private final ErasureSweep sweep = new ErasureSweep(table, queue, clock, file -> {}, apps, tenant -> List.of());
    private final Erasures erasures = new Erasures(table, new Profiles(table), ids, clock);
    private int calls;

    private AwsAnswer counted(String operation, byte[] body) throws IOException {
        calls++;
        return memory.once(operation, body);
    }

    @Test
    void theSumsOfAPersonWhoIsErasedTwiceAreFoundByTheTips() throws IOException {
        String tip = tip();
        table.write(List.of(Leaderboard.entry(
                TENANT,
                new Contribution(
                        "t1",
                        clock.instant(),
                        "USD",
                        BigDecimal.TEN,
                        1,
                        "Zephyrine",
                        Platform.ALPHA,
                        "48213377",
                        null))));

        String first = begun(VIEWER);
        Map<String, Object> late = goOn(Json.readObject(bytes(ErasureSweep.message(TENANT, first))));
        end(begun(VIEWER));
        while (!late.isEmpty()) {
            late = goOn(late);
        }

        String donor = Objects.requireNonNull(table.get(Keys.tip(TENANT, tip))).get(Leaderboard.DONOR);
        List<String> donors = new ArrayList<>();
        Partitions.ofBoard(TENANT, clock.instant())
                .forEach(board -> table.query(Query.of(board, SumKeys.BOARD))
                        .forEach(row -> donors.add(row.key().sort().split("#", -1)[3])));
        assertThat(donors).isNotEmpty().containsOnly(donor);
        assertThat(table.query(Query.of(PeopleKeys.erasures(TENANT), "era_"))).isEmpty();
    }

    /// The first one has taken the profile that says what else is the person's.
    @Test
    void aSecondErasureIsAboutAllThatTheFirstWasAbout() throws IOException {
        table.write(List.of(Write.put(Row.of(PeopleKeys.erasure(TENANT, ids.next("era")))
                .with(Person.ACCOUNTS, List.of(VIEWER, "beta:7"))
                .with(Person.NAMES, List.of("Zephyrine"))
                .with(Attribute.time("created_at"), clock.instant()))));

        Row note = Objects.requireNonNull(table.get(PeopleKeys.erasure(TENANT, begun("beta:7"))));
        Row other = Objects.requireNonNull(table.get(PeopleKeys.erasure(TENANT, begun("beta:8"))));

        assertThat(note.get(Person.ACCOUNTS)).containsExactlyInAnyOrder(VIEWER, "beta:7");
        assertThat(note.get(Person.NAMES)).containsExactly("Zephyrine");
        assertThat(other.get(Person.ACCOUNTS)).containsExactly("beta:8");
        assertThat(Person.of(other).donor()).isNotEqualTo(Person.of(note).donor());
    }

    @Test
    void thousandsOfTipsAreErasedPartByPartAndEachGoesOnWhereTheLastStopped() throws IOException {
        for (int i = 0; i < 6_000; i++) {
            tip();
        }
        List<Integer> most = new ArrayList<>();
        Map<String, Object> message = Json.readObject(bytes(ErasureSweep.message(TENANT, begun(VIEWER))));
        while (!message.isEmpty()) {
            calls = 0;
            message = goOn(message);
            most.add(calls);
        }
        assertThat(most).hasSizeLessThan(MOST_MESSAGES).allMatch(count -> count <= MOST_CALLS);
        assertThat(table.query(Query.of(Keys.account(TENANT), Keys.TIP)))
                .hasSize(6_000)
                .allMatch(row -> row.get(Attribute.text("name")).equals("Anonymous"));
    }

    private String tip() {
        String order = ids.next("ord");
        table.write(List.of(Write.put(Row.of(Keys.tip(TENANT, order))
                .with(Attribute.text("name"), "Zephyrine")
                .with(Attribute.text("message"), "xylophone")
                .with(Attribute.text("platform"), "alpha")
                .with(Attribute.text("platform_user_id"), "48213377"))));
        return order;
    }

    /// Begins an erasure; gives the id of its note.
    private String begun(String user) {
        List<String> before = notes();
        Outcome<?> outcome = erasures.begin(TENANT, user);
        table.write(outcome.writes());
        return notes().stream().filter(id -> !before.contains(id)).findFirst().orElseThrow();
    }

    private List<String> notes() {
        return table.query(Query.of(PeopleKeys.erasures(TENANT), "era_")).stream()
                .map(row -> row.key().sort())
                .toList();
    }

    private void end(String id) throws IOException {
        Map<String, Object> message = Json.readObject(bytes(ErasureSweep.message(TENANT, id)));
        while (!message.isEmpty()) {
            message = goOn(message);
        }
    }

    /// Does what a message asks for; gives the one that it sends, or an empty one.
    private Map<String, Object> goOn(Map<String, ?> message) throws IOException {
        sweep.goOn(Json.asObject(message.get(ErasureSweep.TASK)));
        List<JsonNode> next = sent.take();
        return next.isEmpty()
                ? Map.of()
                : Map.copyOf(Json.readObject(bytes(next.getFirst().toString())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
