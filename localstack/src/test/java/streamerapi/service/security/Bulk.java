package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import streamerapi.service.Account;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.List;

/// An account that has many of everything: copies of each of its rows stand beside it.
@NullMarked
final class Bulk {

    private static final int AT_ONCE = 100;

    private Bulk() {}

    static void copy(Account account, int copies) {
        List<Write> writes = new ArrayList<>();
        for (Row row : account.rows()) {
            String sort = row.key().sort();
            String place = row.find(Table.PLACE);
            for (int i = 0; sort.contains("#") && i < copies; i++) {
                Row copy = new Row(new Key(row.key().partition(), sort + "~" + i), row.attributes());
                writes.add(Write.put(place == null ? copy : copy.with(Table.PLACE, place + "~" + i)));
            }
        }
        for (int from = 0; from < writes.size(); from += AT_ONCE) {
            account.table().write(writes.subList(from, Math.min(writes.size(), from + AT_ONCE)));
        }
    }
}
