package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Viewers who sign in (contract "Ingest": `viewer.signed_in`): the account's profile, and which accounts are one
/// person's.
///
/// Links are only ever added: a platform that names no linked account may not know of it. Accounts that turn out to be
/// one person's become one in the same transaction, and so do their credits, and what they gave on the leaderboard.
public final class SignIns {

    /// The most accounts of a person: all of them, with their names and what they gave, are written in one transaction.
    static final int MAX_ACCOUNTS = 12;

    private final Table table;
    private final InstantSource clock;

    public SignIns(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The types of ingest that are taken here.
    public IngestTypes types() {
        return IngestTypes.none().with(Connector.PLATFORMS, "viewer.signed_in", this::signIn);
    }

    /// An account signs in. Links that would give a person more accounts than [#MAX_ACCOUNTS] are left out.
    Outcome<Map<String, Object>> signIn(IngestMessage message) {
        SignedInData data = SignedInData.SCHEMA.read(message.body());
        AccountName account = new AccountName(message.platform(), data.userId());
        Map<String, LinkedAccount> told = new LinkedHashMap<>();
        data.linkedAccounts().forEach(linked -> told.put(linked.name().toString(), linked));
        told.remove(account.toString());

        Family before = family(message.tenantId(), account, told.keySet());
        if (before.isTooLarge) {
            told.clear();
            before = family(message.tenantId(), account, Set.of());
        }
        Instant now = clock.instant();
        Instant at = message.occurredAt().isAfter(now) ? now : message.occurredAt();
        Set<String> all = before.rows.keySet();
        String person = before.row(account).person();
        Outcome<Map<String, Object>> outcome = Outcome.of(Map.of());
        for (ViewerRow row : before.rows.values()) {
            LinkedAccount linked = told.get(row.account().toString());
            ViewerRow after =
                    row.account().equals(account) ? row.signedIn(data, at) : linked == null ? row : row.told(linked);
            outcome = outcome.writing(replaced(message.tenantId(), row, after.of(person, all)));
            String name = row.account().toString();
            if (!name.equals(person)
                    && (!row.person().equals(person) || row.linked().isEmpty())) {
                outcome = outcome.writing(Leaderboard.link(message.tenantId(), name, person));
            }
        }
        return outcome.writing(merged(message.tenantId(), before, person));
    }

    /// The accounts of one person, or of several that turn out to be one, as they were read.
    ///
    /// @param isTooLarge whether there are more than a person can have; those are not read
    private record Family(Map<String, ViewerRow> rows, boolean isTooLarge) {
        private ViewerRow row(AccountName account) {
            return Objects.requireNonNull(rows.get(account.toString()));
        }
    }

    /// The accounts that are linked to an account, as the table knows and as a message says.
    private Family family(String tenantId, AccountName account, Set<String> told) {
        Map<String, ViewerRow> rows = new LinkedHashMap<>();
        Set<String> missing = new TreeSet<>(told);
        missing.add(account.toString());
        boolean isTooLarge = false;
        while (!missing.isEmpty() && !isTooLarge) {
            Map<Key, Row> found = table.getAll(
                    missing.stream().map(name -> key(tenantId, name)).toArray(Key[]::new));
            for (String name : missing) {
                Row row = found.get(key(tenantId, name));
                rows.put(name, row == null ? ViewerRow.unknown(tenantId, parsed(name)) : ViewerRow.of(row));
            }
            missing = new TreeSet<>();
            for (ViewerRow row : rows.values()) {
                missing.addAll(row.linked());
            }
            missing.removeAll(rows.keySet());
            isTooLarge = rows.size() + missing.size() > MAX_ACCOUNTS;
        }
        return new Family(rows, isTooLarge);
    }

    /// The writes that change one row into the other, with the rows of the names that it is found by.
    private static Write[] replaced(String tenantId, ViewerRow was, ViewerRow is) {
        List<Write> writes = new ArrayList<>();
        if (was.revision() == 0 || !is.equals(was)) {
            writes.add(is.written());
        }
        for (String name : was.names()) {
            if (!is.names().contains(name)) {
                writes.add(Write.delete(nameKey(tenantId, name, is)));
            }
        }
        for (String name : is.names()) {
            if (!was.names().contains(name)) {
                writes.add(Write.put(Row.of(nameKey(tenantId, name, is))));
            }
        }
        return writes.toArray(Write[]::new);
    }

    /// The credits of persons who turn out to be one, as one. Each row that goes must be as it was read.
    private Write[] merged(String tenantId, Family before, String person) {
        Set<String> others = new TreeSet<>();
        before.rows.values().forEach(row -> others.add(row.person()));
        others.remove(person);
        if (others.isEmpty()) {
            return new Write[0];
        }
        Map<Key, Row> rows = table.getAll(
                others.stream().map(name -> PeopleKeys.person(tenantId, name)).toArray(Key[]::new));
        List<Write> writes = new ArrayList<>();
        Write sum = Write.update(PeopleKeys.person(tenantId, person));
        Map<Attribute.Whole, Long> sums = new LinkedHashMap<>();
        for (String other : others) {
            @Nullable Row row = rows.get(PeopleKeys.person(tenantId, other));
            if (row == null) {
                writes.add(Write.check(PeopleKeys.person(tenantId, other)).when(Condition.noRow()));
                continue;
            }
            List<Condition> asRead = new ArrayList<>();
            for (Attribute.Whole attribute : Credits.ATTRIBUTES) {
                asRead.add(
                        row.has(attribute)
                                ? Condition.equal(attribute, row.get(attribute))
                                : Condition.absent(attribute));
                sums.merge(attribute, row.get(attribute), Long::sum);
            }
            writes.add(Write.delete(row.key()).when(Condition.all(asRead.toArray(Condition[]::new))));
        }
        if (!sums.isEmpty()) {
            sums.forEach((attribute, amount) -> sum.add(attribute, amount));
            writes.add(sum);
        }
        return writes.toArray(Write[]::new);
    }

    private static Key nameKey(String tenantId, String name, ViewerRow row) {
        return PeopleKeys.viewerName(tenantId, name, row.account().toString());
    }

    private static Key key(String tenantId, String account) {
        AccountName name = parsed(account);
        return PeopleKeys.viewer(tenantId, name.platform(), name.userId());
    }

    private static AccountName parsed(String account) {
        return Objects.requireNonNull(AccountName.parse(account));
    }
}
