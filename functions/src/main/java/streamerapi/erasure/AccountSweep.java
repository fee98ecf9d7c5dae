package streamerapi.erasure;

import streamerapi.oauth.ConnectedApps;
import streamerapi.settings.TipPageSlug;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.LibraryKeys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.TipPageKeys;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Async;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The rows of an account that ends, kind by kind: first what opens it, then everything else.
///
/// It goes through them in two rounds. The first one leaves the account's own row and its sockets, so that requests
/// and messages that began before the end find what they read, and the fan-out closes the sockets. The second one, ten
/// minutes later, leaves nothing: no function runs that long.
final class AccountSweep {
    private static final Attribute<String> TENANT_ID = Attribute.text("tenant_id");

    /// The hash by which a key's or an overlay's row names its credential.
    static final Attribute<String> HASH = Attribute.text("hash");

    /// How long after the first round the second one begins.
    static final Duration UNTIL_ALL_IS_QUIET = Duration.ofMinutes(10);

    private static final String SOCKET = Keys.SUBSCRIBER + "socket_";
    private static final String ENDPOINT = Keys.SUBSCRIBER + "we_";
    private static final String FORMER_SLUG = TipPageKeys.formerOf("", "").sort();
    private static final int AT_ONCE = 25;

    private final Table table;
    private final Consumer<String> libraryFiles;
    private final ConnectedApps connectedApps;

    /// @param libraryFiles removes the object of an own picture or sound, by its id
    /// @param connectedApps ends what other accounts allowed the account's apps
    AccountSweep(Table table, Consumer<String> libraryFiles, ConnectedApps connectedApps) {
        this.table = table;
        this.libraryFiles = libraryFiles;
        this.connectedApps = connectedApps;
    }

    /// The credential of a key's or an overlay's row.
    static Key credential(Row row) {
        return Keys.credential(row.get(HASH));
    }

    /// The parts of each of the two rounds.
    ///
    /// @param note of [AccountDeletion]
    List<List<SweepPart>> rounds(String tenantId, Row note) {
        List<SweepPart> first = new ArrayList<>();
        note.get(AccountDeletion.LOGINS)
                .forEach(login -> first.add(new SweepPart(login, "", page -> logins(page, tenantId))));
        List<SweepPart> apps =
                note.get(AccountDeletion.APPS).stream().flatMap(this::app).toList();
        first.addAll(apps);
        note.get(AccountDeletion.CONNECTED)
                .forEach(
                        app -> first.add(new SweepPart(Keys.appPartition(app), Keys.CONNECTED + tenantId, this::gone)));
        first.addAll(opening(tenantId));
        first.addAll(everything(tenantId, note, this::allButSockets));
        List<SweepPart> second = new ArrayList<>(apps);
        second.addAll(opening(tenantId));
        second.add(ofAccount(tenantId, SOCKET));
        second.add(ofAccount(tenantId, Keys.profile(tenantId).sort()));
        second.addAll(everything(tenantId, note, page -> each(page, this::ofAccount)));
        second.add(new SweepPart(Keys.revocation(tenantId, "").partition(), "", this::gone));
        second.add(new SweepPart(PeopleKeys.erasures(tenantId), "", page -> allBut(note.key(), page)));
        return List.of(first, second);
    }

    /// An app that the account registered: its connections to other accounts end, with their sockets and endpoints.
    private Stream<SweepPart> app(String number) {
        String partition = Keys.appPartition(number);
        return Stream.of(
                new SweepPart(
                        partition,
                        Keys.CONNECTED,
                        page -> each(page, connected -> connectedApps.endOfMaker(number, connected))),
                new SweepPart(partition, "", this::gone));
    }

    private void allBut(Key kept, List<Row> page) {
        gone(page.stream().filter(row -> !row.key().equals(kept)).toList());
    }

    /// The writes that end a deletion, once both rounds are done.
    List<Write> end(String tenantId, Row note) {
        return List.of(Write.delete(Keys.listed(tenantId)), Write.delete(note.key()));
    }

    private List<SweepPart> opening(String tenantId) {
        return Stream.of(
                        Keys.API_KEY,
                        Keys.OVERLAY,
                        Keys.USER,
                        Keys.AUTHORIZATION,
                        ENDPOINT,
                        LibraryKeys.FILE,
                        LibraryKeys.UPLOAD,
                        FORMER_SLUG)
                .map(prefix -> ofAccount(tenantId, prefix))
                .toList();
    }

    private SweepPart ofAccount(String tenantId, String prefix) {
        return new SweepPart(Keys.account(tenantId), prefix, page -> each(page, this::ofAccount));
    }

    private List<SweepPart> everything(String tenantId, Row note, SweepPart.PageSweep ofAccount) {
        List<SweepPart> parts = new ArrayList<>();
        parts.add(new SweepPart(Keys.account(tenantId), "", ofAccount));
        Instant quiet = note.get(AccountDeletion.CREATED_AT).plus(UNTIL_ALL_IS_QUIET);
        Partitions.of(tenantId, quiet).forEach(partition -> parts.add(new SweepPart(partition, "", this::gone)));
        parts.addAll(List.of(
                new SweepPart(Keys.events(tenantId), "", this::gone),
                new SweepPart(Keys.command(tenantId, "").partition(), "", this::gone),
                new SweepPart(ChatKeys.streamBegun(tenantId, "").partition(), "", this::gone),
                new SweepPart(ChatKeys.ownLines(tenantId), "", this::gone),
                new SweepPart(EffectKeys.EFFECTS, tenantId + "#", this::gone),
                new SweepPart(ChatKeys.TIMER_SCHEDULES, tenantId, this::gone)));
        return parts;
    }

    private void allButSockets(List<Row> page) {
        List<Row> others = page.stream()
                .filter(row ->
                        !row.key().sort().startsWith(SOCKET) && !row.key().equals(Keys.profile(tenantOf(row))))
                .toList();
        each(others, this::ofAccount);
    }

    private static String tenantOf(Row row) {
        return Keys.tenantOf(row.key().partition());
    }

    /// Removes a row of the account, and what stands elsewhere because of it. It is the same in every part: a request
    /// that began before the end can write a row after the part that is about its kind.
    private void ofAccount(Row row) {
        String sort = row.key().sort();
        if (sort.startsWith(Keys.API_KEY) || sort.startsWith(Keys.OVERLAY)) {
            credentialOf(row);
        } else if (sort.startsWith(Keys.USER)) {
            loginOf(row);
        } else if (sort.startsWith(Keys.AUTHORIZATION)) {
            remove(Keys.connected(sort.substring(Keys.AUTHORIZATION.length()), tenantOf(row)));
        } else if (sort.startsWith(SOCKET)) {
            remove(Keys.connection(sort.substring(SOCKET.length())));
        } else if (sort.startsWith(LibraryKeys.FILE) || sort.startsWith(LibraryKeys.UPLOAD)) {
            // First the object, so that none stays without a row.
            libraryFiles.accept(sort.substring(sort.indexOf('#') + 1));
        } else if (sort.startsWith(FORMER_SLUG)) {
            table.write(TipPageSlug.forgetting(tenantOf(row), row));
            return;
        } else if (row.key().equals(Keys.profile(tenantOf(row)))) {
            slug(row);
        }
        remove(row.key());
    }

    private void gone(List<Row> page) {
        each(page, row -> remove(row.key()));
    }

    private void credentialOf(Row row) {
        if (row.has(HASH)) {
            remove(credential(row));
        }
    }

    /// Frees the email of a user, whom a request may have let in while the account was ended.
    private void loginOf(Row user) {
        Row login = table.get(Keys.login(user.get(AccountDeletion.EMAIL)));
        if (login != null) {
            logins(List.of(login), tenantOf(user));
        }
    }

    /// Sets free the slug that the account took while its deletion was decided.
    private void slug(Row account) {
        TipPageSlug slug = TipPageSlug.of(account);
        if (slug != null) {
            table.write(List.of(slug.released()));
        }
    }

    /// Removes the rows of email addresses, except of an address that belongs to another account by now.
    private void logins(List<Row> page, String tenantId) {
        each(page, row -> {
            if (!row.has(TENANT_ID)) {
                remove(row.key());
            } else if (row.get(TENANT_ID).equals(tenantId)) {
                table.write(List.of(Write.delete(row.key()).when(Condition.equal(TENANT_ID, tenantId))));
            }
        });
    }

    private void remove(Key key) {
        table.write(List.of(Write.delete(key)));
    }

    private static void each(List<Row> page, Consumer<Row> sweep) {
        for (int first = 0; first < page.size(); first += AT_ONCE) {
            List<Async<Boolean>> running = page.subList(first, Math.min(first + AT_ONCE, page.size())).stream()
                    .map(row -> Async.start(() -> {
                        sweep.accept(row);
                        return true;
                    }))
                    .toList();
            running.forEach(Async::join);
        }
    }
}
