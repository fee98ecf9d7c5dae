package streamerapi.viewers;

import streamerapi.shared.connectors.Platform;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// The rows by which people are found: those of their accounts, of the accounts' names, and of their credits.
public final class Profiles {

    /// An account that a tip can name: `POST /tips` takes any id.
    private static final Pattern NAMED =
            Pattern.compile("(" + String.join("|", Platform.labels()) + "):.{1,64}", Pattern.DOTALL);

    private final Table table;

    public Profiles(Table table) {
        this.table = table;
    }

    /// A person's profile.
    ///
    /// @param accounts `alpha:48213377`, all of the person
    /// @param names what they are called
    /// @param removal the writes that remove it
    public record PersonProfile(List<String> accounts, List<String> names, List<Write> removal) {}

    /// The profile of the person who has an account; of the account alone if it has never signed in.
    ///
    /// @param user `alpha:48213377`
    /// @throws Problem `bad_request` with `field` `user` for anything else
    public PersonProfile find(String tenantId, String user) {
        if (!NAMED.matcher(user).matches()) {
            throw Problem.badField("user", "user must be <platform>:<id>, the platform alpha or beta");
        }
        AccountName name = AccountName.parse(user);
        Row row = name == null ? null : table.get(PeopleKeys.viewer(tenantId, name.platform(), name.userId()));
        if (row == null) {
            return new PersonProfile(List.of(user), List.of(), List.of());
        }
        ViewerRow account = ViewerRow.of(row);
        Map<Key, Row> rows = table.getAll(Found.keys(tenantId, account).toArray(Key[]::new));
        Found found = Found.of(tenantId, account, rows);
        List<ViewerRow> all = new ArrayList<>(found.linked());
        all.add(account);
        List<String> names = new ArrayList<>();
        List<Write> removal = new ArrayList<>(List.of(Write.delete(PeopleKeys.person(tenantId, account.person()))));
        for (ViewerRow one : all) {
            names.addAll(one.shownNames());
            removal.add(Write.delete(one.key()).when(one.unchanged()));
            one.names()
                    .forEach(known -> removal.add(Write.delete(
                            PeopleKeys.viewerName(tenantId, known, one.account().toString()))));
        }
        return new PersonProfile(found.accounts(), names.stream().distinct().toList(), removal);
    }
}
