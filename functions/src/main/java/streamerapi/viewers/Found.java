package streamerapi.viewers;

import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// An account that has signed in, with what is read across the person: the other accounts, and the credits.
///
/// @param account the account that was named
/// @param linked the person's other accounts
/// @param credits the person's
record Found(ViewerRow account, List<ViewerRow> linked, CreditBalance credits) {

    /// Reads what belongs to the account's person, in one call.
    static Found of(Table table, String tenantId, ViewerRow account) {
        return of(tenantId, account, table.getAll(keys(tenantId, account).toArray(Key[]::new)));
    }

    /// The keys of what belongs to an account's person.
    static List<Key> keys(String tenantId, ViewerRow account) {
        List<Key> keys = new ArrayList<>();
        keys.add(PeopleKeys.person(tenantId, account.person()));
        account.linked().forEach(name -> keys.add(key(tenantId, name)));
        return keys;
    }

    /// Reads the profile of an account's person from rows that hold it.
    static Found of(String tenantId, ViewerRow account, Map<Key, Row> rows) {
        List<ViewerRow> linked = account.linked().stream()
                .map(name -> rows.get(key(tenantId, name)))
                .filter(Objects::nonNull)
                .map(ViewerRow::of)
                .toList();
        return new Found(account, linked, CreditBalance.of(rows.get(PeopleKeys.person(tenantId, account.person()))));
    }

    private static Key key(String tenantId, String account) {
        AccountName name = Objects.requireNonNull(AccountName.parse(account));
        return PeopleKeys.viewer(tenantId, name.platform(), name.userId());
    }

    /// Every account of the person, as keys name it.
    List<String> accounts() {
        List<String> accounts = new ArrayList<>(account.linked());
        accounts.add(account.account().toString());
        return accounts;
    }

    Viewer viewer() {
        return account.viewer(linked.stream().map(ViewerRow::asLinked).toList());
    }

    /// This person with another balance.
    Found with(CreditBalance other) {
        return new Found(account, linked, other);
    }
}
