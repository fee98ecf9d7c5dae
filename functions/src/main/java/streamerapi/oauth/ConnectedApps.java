package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.AuthorizationRow;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The apps that are connected to accounts, seen from either side.
public final class ConnectedApps {

    /// The only field of the messages that [#goOn] handles.
    public static final String TASK = "app_clearing";

    private static final int AT_ONCE = 30;

    /// How many transactions clear connections in one request, beside the first, or for one message.
    private static final int MAX_STEPS = 20;

    /// The most writes that DynamoDB takes in a transaction.
    private static final int MAX_WRITES = 100;

    private static final int READ_AT_ONCE = 100;

    /// The longest that a request takes: by then it has made its change, or never will.
    private static final Duration MAX_REQUEST = Duration.ofSeconds(30);

    private final Table table;
    private final Authorizations authorizations;
    private final DelayQueue queue;
    private final InstantSource clock;

    /// @param queue brings the messages for [#goOn]
    public ConnectedApps(Table table, Authorizations authorizations, DelayQueue queue, InstantSource clock) {
        this.table = table;
        this.authorizations = authorizations;
        this.queue = queue;
        this.clock = clock;
    }

    /// An app that is connected to an account.
    ///
    /// @param id the authorization's, `oa_…`
    public record Connected(
            String id,
            String clientId,
            String name,
            List<String> scopes,
            Instant authorizedAt,
            @Nullable Instant lastUsedAt) {

        /// Its shape in JSON.
        public static final Schema<Connected> SCHEMA =
                Schema.shown("ConnectedApp", "An app that is connected to the account.", s -> {
                    s.text("id", Connected::id).component("AuthorizationId").example("oa_01k4zf2m7x8mhn83rn0k6he40c");
                    s.text("client_id", Connected::clientId)
                            .component("ClientId")
                            .example("oc_01k4zf2m7x7zdt6qr4vj64cac6");
                    s.text("name", Connected::name).example("Deck Remote");
                    s.labels("scopes", Connected::scopes, "Scope", Scope::known).example(List.of("tts:read"));
                    s.time("authorized_at", Connected::authorizedAt).example("2026-09-01T09:00:00.000Z");
                    s.time("last_used_at", Connected::lastUsedAt).orNull();
                });
    }

    /// The apps that are connected to an account, the longest connected first. Connections that ended because the app
    /// gave up a scope are not included.
    public List<Connected> of(String tenantId) {
        List<Row> rows = table.query(Query.of(Keys.account(tenantId), Keys.AUTHORIZATION));
        Map<Key, Row> apps = read(rows.stream().map(ConnectedApps::app).toList());
        List<Connected> connected = new ArrayList<>();
        for (Row row : rows) {
            Row app = apps.get(app(row));
            if (app != null && app.get(AuthorizationRow.REVISION) == row.get(AuthorizationRow.REVISION)) {
                connected.add(new Connected(
                        row.get(Caller.ID),
                        app.get(OAuthApp.CLIENT_ID),
                        app.get(OAuthApp.NAME),
                        row.get(Caller.SCOPES),
                        row.get(AuthorizationRow.CREATED_AT),
                        row.find(AuthorizationRow.LAST_USED_AT)));
            }
        }
        connected.sort(java.util.Comparator.comparing(Connected::id));
        return connected;
    }

    /// Ends an authorization of an account.
    ///
    /// @throws Problem `not_found`
    public Outcome<?> end(String tenantId, String authorizationId) {
        Row row = table.query(Query.of(Keys.account(tenantId), Keys.AUTHORIZATION)).stream()
                .filter(authorization -> authorization.get(Caller.ID).equals(authorizationId))
                .findFirst()
                .orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
        return Outcome.empty().writing(authorizations.end(tenantId, row));
    }

    /// Makes a change of an app that ends authorizations, and clears away what it ended: their rows, and by these their
    /// sockets and webhook endpoints. As many as a transaction takes, 30 at most, go with the change, the others after
    /// it, and those of a large app by messages. From the change on, none of them grants access, and none of their
    /// endpoints gets deliveries.
    ///
    /// @param change the change's own writes
    /// @param kept the revision whose authorizations stay; 0 for none
    /// @throws WriteConflict if another request changed the app, or one of the first: nothing was done
    void endWith(OAuthApp app, List<Write> change, long kept) {
        String number = Keys.appNumber(app.clientId());
        goOn(number, clear(number, null, kept, change), kept);
    }

    /// Goes on with clearing an app's connections, as the app stands now.
    ///
    /// @param fields what stands in the message under [#TASK]
    public void goOn(Map<String, @Nullable Object> fields) {
        String number = Json.text(fields, "app");
        Row app = table.get(Keys.app(number));
        goOn(number, (String) fields.get("after"), app == null ? 0 : app.get(AuthorizationRow.REVISION));
    }

    /// Clears some, and sends the message for the others: of a large app there are more than fit into a request.
    private void goOn(String number, @Nullable String begin, long kept) {
        String after = begin;
        for (int step = 0; after != null && step < MAX_STEPS; step++) {
            String from = after;
            after = WriteConflict.retrying(() -> clear(number, from, kept, List.of()));
        }
        if (after != null) {
            send(number, after, clock.instant());
        }
    }

    /// Sends the message that clears what stands behind a connection.
    private void send(String number, String after, Instant due) {
        Map<String, String> rest = Map.of("app", number, "after", after);
        queue.send(Json.writeText(Map.of(TASK, rest)), due, MessageGroups.of(number, TASK));
    }

    /// Ends a connection of an app whose maker's account was deleted, and the app with it.
    ///
    /// @param number the app's, as [Keys#appNumber] has it
    /// @param connected the row of [Keys#connected]
    public void endOfMaker(String number, Row connected) {
        String tenantId = tenant(connected);
        WriteConflict.retrying(() -> {
            Row row = table.get(Keys.authorization(tenantId, number));
            table.write(row == null ? List.of(Write.delete(connected.key())) : authorizations.end(tenantId, row));
        });
    }

    /// Clears the next connections of an app. If a change leaves some for later transactions, a message for them is
    /// sent before it: a process that ends in the middle leaves no socket with the app's old scopes.
    ///
    /// @return where to go on, or null if there are no more
    private @Nullable String clear(String number, @Nullable String after, long kept, List<Write> change) {
        List<Row> page = table.query(
                Query.of(Keys.appPartition(number), Keys.CONNECTED).after(after).limit(AT_ONCE));
        List<Key> keys = page.stream()
                .map(row -> Keys.authorization(tenant(row), number))
                .toList();
        Map<Key, Row> rows = read(keys);
        List<Write> writes = new ArrayList<>(change);
        String last = after;
        boolean whole = true;
        for (Row connected : page) {
            Row row = rows.get(Keys.authorization(tenant(connected), number));
            List<Write> end = row == null || row.get(AuthorizationRow.REVISION) == kept
                    ? List.of()
                    : authorizations.end(tenant(connected), row);
            whole = writes.size() + end.size() <= MAX_WRITES;
            if (!whole) {
                break;
            }
            writes.addAll(end);
            last = connected.key().sort();
        }
        boolean isLast = whole && page.size() < AT_ONCE;
        if (!isLast && !change.isEmpty()) {
            send(number, Objects.requireNonNull(last), clock.instant().plus(MAX_REQUEST));
        }
        if (!writes.isEmpty()) {
            table.write(writes);
        }
        return isLast ? null : last;
    }

    private Map<Key, Row> read(List<Key> keys) {
        List<Key> distinct = keys.stream().distinct().toList();
        Map<Key, Row> rows = new HashMap<>();
        for (int from = 0; from < distinct.size(); from += READ_AT_ONCE) {
            List<Key> some = distinct.subList(from, Math.min(distinct.size(), from + READ_AT_ONCE));
            rows.putAll(table.getAll(some.toArray(Key[]::new)));
        }
        return rows;
    }

    private static Key app(Row authorization) {
        return Keys.app(authorization.key().sort().substring(Keys.AUTHORIZATION.length()));
    }

    private static String tenant(Row connected) {
        return Objects.requireNonNull(connected).key().sort().substring(Keys.CONNECTED.length());
    }
}
