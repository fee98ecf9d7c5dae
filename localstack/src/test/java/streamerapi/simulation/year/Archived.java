package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.Answered;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The archive of tips and videos that are over. It begins at any moment, mostly shortly after something ends or money
/// goes back, and once more in the rest.
final class Archived extends YearCheck {

    private static final byte[] SCHEDULED = "{\"source\":\"archive\"}".getBytes(StandardCharsets.UTF_8);
    private static final String NEWS = "queue\\.(tts|media)\\.finished|tip\\.refunded";
    private static final String ARCHIVE = "ARCHIVE#";

    private final List<Told> told;

    Archived(Year year, List<Told> told, Broken broken) {
        super(year, broken);
        this.told = told;
    }

    /// Has the archive begin at moments of this time.
    static void come(World world, Duration activity) {
        for (int i = 0; i < 3; i++) {
            archiveAfter(world, world.luck().moment(activity));
        }
        world.turns().during(activity, () -> {
            world.frames().await(NEWS);
            archiveAfter(world, world.luck().within(1));
            if (world.luck().doubles()) {
                archiveAfter(world, world.luck().within(1));
            }
        });
    }

    /// Has the archive begin, as its schedule does.
    static void archiveAfter(World world, Duration time) {
        world.turns().after(time, () -> world.lambdas().invoke("WorkerFunction", SCHEDULED, answer -> {}));
    }

    /// Marks what happens to items of the archive.
    static void note(World world, JsonNode call, Answered answered) {
        if (answered.isOk()) {
            note(world, call);
            call.path("TransactItems").forEach(item -> note(world, item.path("Update")));
        }
    }

    private static void note(World world, JsonNode write) {
        String changes = write.path("UpdateExpression").asText();
        if (write.at("/Key/pk/S").asText().startsWith(ARCHIVE)) {
            if (changes.contains("refund_revision")) {
                world.story().reached("money of an archived tip goes back");
            } else if (changes.contains("replayed_at")) {
                world.story().reached("an archived video is replayed");
            } else if (changes.contains("erased")) {
                world.story().reached("an archived tip is erased");
            }
        }
    }

    /// The account's tips or videos, archived or not.
    static List<Row> rows(Year year, String kind) {
        String tenantId = year.account().tenantId();
        Stream<String> archive =
                Partitions.ofArchive(tenantId, year.world().turns().now()).stream();
        return Stream.concat(Stream.of(Keys.account(tenantId)), archive)
                .flatMap(partition -> year.table().query(Query.of(partition, kind)).stream())
                .toList();
    }

    void hold() {
        List<Row> tips = rows(year, Keys.TIP);
        List<Row> videos = rows(year, Keys.MEDIA);
        mark(tips, videos);
        for (List<Row> rows : List.of(tips, videos)) {
            anItemIsInOnePlace(rows);
        }
        for (List<Map<String, @Nullable Object>> history :
                List.of(year.atRest().tips(), year.atRest().videos())) {
            aHistoryIsInOrder(history);
        }
        everyPlayedTipIsInTheHistory();
        theHistoryTellsWhatWentBack();
    }

    private void mark(List<Row> tips, List<Row> videos) {
        if (tips.stream().anyMatch(row -> isArchived(row) && row.has(Table.PLACE))) {
            world.story().reached("a tip is archived");
        }
        if (tips.stream().anyMatch(row -> isArchived(row) && !row.has(Table.PLACE))) {
            world.story().reached("a tip that is in no list is archived");
        }
        if (videos.stream().anyMatch(Archived::isArchived)) {
            world.story().reached("a video is archived");
        }
    }

    private static boolean isArchived(Row row) {
        return row.key().partition().startsWith(ARCHIVE);
    }

    private void anItemIsInOnePlace(List<Row> rows) {
        Set<String> keys = new HashSet<>();
        for (Row row : rows) {
            String key = row.key().sort();
            broken.holds(keys.add(key), "an item is in the account's partition or in the archive", key);
            boolean isOver = row.has(Attribute.time("played_at")) || row.has(Attribute.time("removed_at"));
            broken.holds(isArchived(row) == isOver || !row.has(Table.PLACE), "what is over is archived", key);
        }
    }

    private void aHistoryIsInOrder(List<Map<String, @Nullable Object>> history) {
        Set<String> ids = new HashSet<>();
        Instant next = Instant.MAX;
        for (Map<String, @Nullable Object> item : history) {
            String id = id(item);
            Instant played = Instant.parse(String.valueOf(item.get("played_at")));
            broken.holds(ids.add(id), "a history has each item once", id);
            broken.holds(!played.isAfter(next), "a history begins with what was over last", id + " at " + played);
            next = played;
        }
    }

    private static String id(Map<String, @Nullable Object> item) {
        return String.valueOf(item.get("order_id"));
    }

    private void everyPlayedTipIsInTheHistory() {
        Set<String> played = told.stream()
                .filter(event -> event.type().equals("queue.tts.finished"))
                .map(Told::orderId)
                .collect(Collectors.toSet());
        Set<String> there = year.atRest().tips().stream().map(Archived::id).collect(Collectors.toSet());
        played.removeIf(year.people().fans()::isOfErased);
        there.removeIf(year.people().fans()::isOfErased);
        List<String> missing = new ArrayList<>(played);
        missing.removeAll(there);
        broken.holds(there.equals(played), "the history has every tip that was played", "it lacks " + missing);
    }

    private void theHistoryTellsWhatWentBack() {
        for (Map<String, @Nullable Object> tip : year.atRest().tips()) {
            BigDecimal back = told.stream()
                    .filter(event -> event.type().equals("tip.refunded")
                            && event.orderId().equals(id(tip)))
                    .map(Told::amount)
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            BigDecimal there = new BigDecimal(String.valueOf(tip.get("refunded_amount")));
            broken.holds(
                    back.compareTo(there) == 0,
                    "the history tells how much of a tip went back",
                    id(tip) + " has " + there + " of " + back);
        }
    }
}
