package streamerapi.erasure;

import org.jspecify.annotations.Nullable;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.oauth.ConnectedApps;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.CheckoutKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/// Goes through the rows that can name a person, kind by kind, and takes the person out of them. It does 1,000 rows
/// for a message, and sends itself the next; a row that was done already has nothing more to take out, so a message
/// that comes twice does no harm.
///
/// A tip keeps its amount and its place. The sums of the leaderboard move to a donor without a name. A remembered
/// answer stays, without the person: a request that is sent again must not be done again. Rows that are only about the
/// person are removed: events, cooldowns, AI memories.
///
/// Of an account that ends it removes every row, as [AccountSweep] lists them.
public final class ErasureSweep {
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    private static final Attribute<String> MEDIA_URL = Attribute.text("media_url");
    private static final Attribute<String> MESSAGE = Attribute.text("message");
    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<Platform> PLATFORM = Attribute.knownLabel("platform", Platform.ALL);
    private static final Attribute<String> PLATFORM_USER_ID = Attribute.text("platform_user_id");

    /// The only field of the messages that it sends to the work queue, and handles.
    public static final String TASK = "erasure";

    private static final int MAX_PAGE = 100;
    private static final int MAX_PAGES = 10;
    private static final String FIRST_EVENT = "evt_";

    /// The field that answers of the Model Context Protocol have.
    private static final String RPC = "jsonrpc";

    private final Table table;
    private final DelayQueue queue;
    private final InstantSource clock;
    private final AccountSweep accounts;
    private final ErasedItems items;
    private final Function<String, List<Write>> reloading;

    /// @param libraryFiles removes the object of an own picture or sound, by its id
    /// @param connectedApps ends what other accounts allowed the apps of an account that is deleted
    /// @param reloading the writes that have an account's overlays load anew: they show names
    public ErasureSweep(
            Table table,
            DelayQueue queue,
            InstantSource clock,
            Consumer<String> libraryFiles,
            ConnectedApps connectedApps,
            Function<String, List<Write>> reloading) {
        this.table = table;
        this.queue = queue;
        this.clock = clock;
        this.accounts = new AccountSweep(table, libraryFiles, connectedApps);
        this.items = new ErasedItems(table);
        this.reloading = reloading;
    }

    /// How far an erasure has come.
    ///
    /// @param part of the round
    /// @param after the sort key of the last row of the part that was done; null if none was
    private record Progress(int round, int part, @Nullable String after) {

        private static Progress of(Map<String, @Nullable Object> message) {
            return new Progress(
                    message.get("round") instanceof Number round ? round.intValue() : 0,
                    ((Number) Objects.requireNonNull(message.get("part"))).intValue(),
                    (String) message.get("after"));
        }
    }

    /// The message that begins an erasure.
    ///
    /// @param id of the note
    public static String message(String tenantId, String id) {
        return message(tenantId, id, new Progress(0, 0, null));
    }

    /// The group of an account's erasures, which take as long as the account is large.
    public static String group(String tenantId) {
        return MessageGroups.of(tenantId, TASK);
    }

    private static String message(String tenantId, String id, Progress progress) {
        Map<String, @Nullable Object> erasure = new LinkedHashMap<>();
        erasure.put("tenant_id", tenantId);
        erasure.put("id", id);
        erasure.put("round", progress.round);
        erasure.put("part", progress.part);
        erasure.put("after", progress.after);
        return Json.writeText(Map.of(TASK, erasure));
    }

    /// Does what a message asks for.
    public void goOn(Map<String, @Nullable Object> message) {
        String tenantId = Json.text(message, "tenant_id");
        String id = Json.text(message, "id");
        Row note = table.get(PeopleKeys.erasure(tenantId, id));
        if (note == null) {
            return;
        }
        boolean isOfAccount = note.get(AccountDeletion.WHOLE);
        List<List<SweepPart>> rounds = isOfAccount ? accounts.rounds(tenantId, note) : List.of(parts(tenantId, note));
        Progress progress = Progress.of(message);
        List<SweepPart> parts = rounds.get(progress.round);
        Progress reached = sweep(parts, progress);
        if (reached.part < parts.size()) {
            queue.send(message(tenantId, id, reached), clock.instant(), group(tenantId));
        } else if (progress.round + 1 < rounds.size()) {
            Progress next = new Progress(progress.round + 1, 0, null);
            Instant quiet = clock.instant().plus(AccountSweep.UNTIL_ALL_IS_QUIET);
            queue.send(message(tenantId, id, next), quiet, group(tenantId));
        } else {
            table.write(isOfAccount ? accounts.end(tenantId, note) : end(tenantId, note));
        }
    }

    private List<Write> end(String tenantId, Row note) {
        List<Write> writes = new ArrayList<>(reloading.apply(tenantId));
        writes.add(Write.delete(note.key()));
        return writes;
    }

    /// Does some pages; tells how far it came.
    private Progress sweep(List<SweepPart> parts, Progress progress) {
        int part = progress.part;
        String after = progress.after;
        for (int page = 0; page < MAX_PAGES && part < parts.size(); page++) {
            SweepPart now = parts.get(part);
            List<Row> rows = table.query(now.query(after).limit(MAX_PAGE));
            now.sweep().of(rows);
            boolean isLast = rows.size() < MAX_PAGE;
            part += isLast ? 1 : 0;
            after = isLast ? null : rows.getLast().key().sort();
        }
        return new Progress(progress.round, part, after);
    }

    private static List<SweepPart> each(List<String> partitions, String prefix, Consumer<Row> sweep) {
        return partitions.stream()
                .map(partition -> new SweepPart(partition, prefix, page -> page.forEach(sweep)))
                .toList();
    }

    /// @param note of [Erasures]: what it is about was written before it
    private List<SweepPart> parts(String tenantId, Row note) {
        Person person = Person.of(note);
        String account = Keys.account(tenantId);
        // A video is known by its tip, so all tips come first; a row that moves meanwhile moves to a later part.
        List<String> ofItems = new ArrayList<>(List.of(account));
        ofItems.addAll(Partitions.ofArchive(tenantId, note.get(CREATED_AT)));
        List<SweepPart> parts = new ArrayList<>();
        ofItems.forEach(of -> parts.add(new SweepPart(of, Keys.TIP, page -> items.tips(page, person))));
        ofItems.forEach(of -> parts.add(new SweepPart(of, Keys.MEDIA, page -> items.videos(tenantId, page, person))));
        parts.add(new SweepPart(account, "COOLDOWN#", page -> page.forEach(row -> cooldown(row, person))));
        parts.add(new SweepPart(account, "AIMEMORY#", page -> page.forEach(row -> memory(row, person))));
        for (String of : person.accounts()) {
            for (Key first : List.of(PeopleKeys.creditEntry(tenantId, of, ""), PeopleKeys.reward(tenantId, of, ""))) {
                parts.addAll(each(List.of(account), first.sort(), this::gone));
            }
        }
        person.marks(tenantId).forEach(mark -> parts.addAll(each(List.of(mark.partition()), mark.sort(), this::gone)));
        parts.addAll(each(Partitions.ofBoard(tenantId, note.get(CREATED_AT)), SumKeys.BOARD, row -> sums(row, person)));
        parts.addAll(each(Partitions.spread(tenantId), Keys.IDEMPOTENCY, row -> answer(row, person)));
        parts.addAll(each(Partitions.spread(tenantId), CheckoutKeys.CHECKOUT, row -> checkout(row, person)));
        parts.add(new SweepPart(Keys.events(tenantId), FIRST_EVENT, page -> events(tenantId, page, person)));
        return parts;
    }

    private void gone(Row row) {
        table.write(List.of(Write.delete(row.key())));
    }

    /// A checkout that was not paid: if it is, the tip has no name.
    private void checkout(Row row, Person person) {
        if (person.isOf(row.find(PLATFORM), row.find(PLATFORM_USER_ID))) {
            table.update(Write.update(row.key())
                    .remove(NAME)
                    .remove(MESSAGE)
                    .remove(MEDIA_URL)
                    .remove(PLATFORM)
                    .remove(PLATFORM_USER_ID)
                    .when(Condition.rowExists()));
        }
    }

    private void sums(Row row, Person person) {
        if (Leaderboard.isOf(row, person.accounts())) {
            WriteConflict.retrying(() -> {
                Row now = table.get(row.key());
                if (now != null) {
                    table.write(Leaderboard.moved(now, person.donor(), Person.NAME));
                }
            });
        }
    }

    /// A remembered answer of an assistant's tool is removed, because it says the same in sentences, too. Its change is
    /// not made again: that needs a confirmation that is good once.
    private void answer(Row row, Person person) {
        String body = row.find(LoggedEvent.BODY);
        Object answer = body != null && body.startsWith("{") ? Json.read(body) : null;
        if (!person.isIn(answer)) {
            return;
        }
        if (Json.asObject(answer).containsKey(RPC)) {
            gone(row);
        } else {
            table.update(Write.update(row.key())
                    .set(LoggedEvent.BODY, Json.writeText(person.erasedFrom(answer)))
                    .when(Condition.rowExists()));
        }
    }

    private void cooldown(Row row, Person person) {
        boolean isOfPerson = person.accounts().stream()
                .anyMatch(account -> row.key().sort().endsWith("#" + account.replaceFirst(":", "#")));
        if (isOfPerson) {
            gone(row);
        }
    }

    private void memory(Row row, Person person) {
        if (person.isInText(row.attributes().toString())) {
            gone(row);
        }
    }

    private void events(String tenantId, List<Row> page, Person person) {
        Map<Row, List<String>> orders = new LinkedHashMap<>();
        page.forEach(row -> orders.put(row, orders(Json.read(row.get(LoggedEvent.BODY)))));
        List<String> erased = items.erased(
                tenantId,
                orders.values().stream().flatMap(List::stream).limit(MAX_PAGE).toList());
        orders.forEach((row, of) -> {
            if (of.stream().anyMatch(erased::contains) || person.isIn(Json.read(row.get(LoggedEvent.BODY)))) {
                gone(row);
            }
        });
    }

    /// The tip or video that an event is about.
    private static List<String> orders(@Nullable Object envelope) {
        Map<String, @Nullable Object> data =
                Json.asObject(Json.asObject(envelope).get("data"));
        List<String> orders = new ArrayList<>();
        for (Object of : new Object[] {data, data.get("tip"), data.get("media")}) {
            if (of instanceof Map<?, ?> map && map.get("order_id") instanceof String order) {
                orders.add(order);
            }
        }
        return orders.stream().limit(1).toList();
    }
}
