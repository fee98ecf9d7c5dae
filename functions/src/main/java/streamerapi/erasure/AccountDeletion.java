package streamerapi.erasure;

import streamerapi.settings.TipPageSlug;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.storage.WriteConflict;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The end of a whole account. Its people, its apps, and what its programs sign in with go in one transaction, as far
/// as that holds them; a note is written with it, which [ErasureSweep] follows until no row of the account is left.
public final class AccountDeletion {
    static final Attribute<String> EMAIL = Attribute.text("email");

    /// Marks a note of a whole account, rather than of a person.
    static final Attribute.Flag WHOLE = Attribute.flag("whole_account");

    /// The partitions of the addresses that its people signed in with.
    static final Attribute<List<String>> LOGINS = Attribute.texts("logins");

    /// The numbers of the apps that it registered.
    static final Attribute<List<String>> APPS = Attribute.texts("apps");

    /// The numbers of the apps that it is connected to.
    static final Attribute<List<String>> CONNECTED = Attribute.texts("connected");

    /// When the account was ended.
    static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    /// A transaction takes 100 writes: this leaves room for the note, the sockets' end and the request's own.
    private static final int MAX_AT_ONCE = 90;

    private final Table table;
    private final Credentials credentials;
    private final Ids ids;
    private final InstantSource clock;

    public AccountDeletion(Table table, Credentials credentials, Ids ids, InstantSource clock) {
        this.table = table;
        this.credentials = credentials;
        this.ids = ids;
        this.clock = clock;
    }

    /// The end of an account.
    ///
    /// @param change that ends it
    /// @param left what opens the account and did not fit into the change
    public record Ending(Outcome<?> change, List<Key> left) {}

    /// Ends an account. [#finish] goes on once the change is committed.
    public Ending begin(String tenantId) {
        List<Row> users = rows(tenantId, Keys.USER);
        List<String> apps = rows(tenantId, Keys.REGISTERED).stream()
                .map(row -> Keys.appNumber(row.key().sort().substring(Keys.REGISTERED.length())))
                .toList();
        List<String> connected = rows(tenantId, Keys.AUTHORIZATION).stream()
                .map(row -> row.key().sort().substring(Keys.AUTHORIZATION.length()))
                .toList();
        Row note = Row.of(PeopleKeys.erasure(tenantId, ids.next("era")))
                .with(WHOLE, true)
                .with(LOGINS, users.stream().map(AccountDeletion::login).toList())
                .with(APPS, apps)
                .with(CONNECTED, connected)
                .with(CREATED_AT, clock.instant());
        List<Write> writes = new ArrayList<>(List.of(Write.put(note), credentials.revocationOfAll(tenantId)));
        List<Key> opening = opening(tenantId, users, apps, connected).toList();
        int atOnce = Math.min(opening.size(), MAX_AT_ONCE);
        opening.subList(0, atOnce).forEach(key -> writes.add(Write.delete(key)));
        Row account = table.get(Keys.profile(tenantId));
        TipPageSlug slug = account == null ? null : TipPageSlug.of(account);
        if (slug != null) {
            writes.add(slug.released());
        }
        return new Ending(Outcome.empty().writing(writes), opening.subList(atOnce, opening.size()));
    }

    /// Removes what did not fit into the change, so that nothing opens the account from the answer on.
    public void finish(Ending ending) {
        for (int from = 0; from < ending.left.size(); from += MAX_AT_ONCE) {
            List<Write> some = ending.left.subList(from, Math.min(from + MAX_AT_ONCE, ending.left.size())).stream()
                    .map(Write::delete)
                    .toList();
            WriteConflict.retrying(() -> table.write(some));
        }
    }

    /// Without these rows nothing opens the account any more.
    private Stream<Key> opening(String tenantId, List<Row> users, List<String> apps, List<String> connected) {
        return Stream.of(
                        users.stream().map(Row::key),
                        apps.stream().map(Keys::app),
                        connected.stream().map(app -> Keys.authorization(tenantId, app)),
                        rows(tenantId, Keys.connectorSecret(tenantId, "").sort()).stream()
                                .map(Row::key),
                        rows(tenantId, ConnectionKeys.connection(tenantId, "").sort()).stream()
                                .map(Row::key),
                        rows(tenantId, Keys.API_KEY).stream().map(AccountSweep::credential),
                        rows(tenantId, Keys.OVERLAY).stream()
                                .filter(row -> row.has(AccountSweep.HASH))
                                .map(AccountSweep::credential))
                .flatMap(keys -> keys);
    }

    private List<Row> rows(String tenantId, String prefix) {
        return table.query(Query.of(Keys.account(tenantId), prefix));
    }

    private static String login(Row user) {
        return Keys.login(user.get(EMAIL)).partition();
    }
}
