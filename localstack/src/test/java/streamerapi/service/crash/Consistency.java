package streamerapi.service.crash;

import streamerapi.service.Account;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// The rules that hold for an account's rows at every moment.
final class Consistency {

    private Consistency() {}

    /// Nothing has changed without its event, no event tells of what has not changed, and what is counted is there.
    static void check(Account account) {
        if (isBeingDeleted(account)) {
            return;
        }
        assertThat(QueueState.stored(account)).isEqualTo(QueueState.told(account.events()));
        assertThat(account.ownRows(Keys.SUBSCRIBER + "we_")).hasSize(taken(account, "webhook_endpoints"));
        keys(account);
        team(account);
    }

    private static boolean isBeingDeleted(Account account) {
        return !account.table()
                .query(Query.of(PeopleKeys.erasures(account.tenantId()), "era_"))
                .isEmpty();
    }

    /// Each key is found by its secret's hash, and both rows of it say the same.
    private static void keys(Account account) {
        List<Row> keys = account.ownRows(Keys.API_KEY);
        assertThat(keys).hasSize(taken(account, "api_keys"));
        for (Row key : keys) {
            Row credential =
                    Objects.requireNonNull(account.table().get(Keys.credential(key.get(Attribute.text("hash")))));
            assertThat(key.key().sort()).isEqualTo(Keys.API_KEY + credential.get(Attribute.text("id")));
            assertThat(credential.get(Attribute.text("name"))).isEqualTo(key.get(Attribute.text("name")));
            assertThat(credential.get(Attribute.texts("scopes"))).isEqualTo(key.get(Attribute.texts("scopes")));
        }
    }

    /// Each member of the team is found by their address.
    private static void team(Account account) {
        List<Row> users = account.ownRows(Keys.USER);
        assertThat(users).hasSize(taken(account, "team_members"));
        for (Row user : users) {
            Row login = Objects.requireNonNull(account.table().get(Keys.login(user.get(Attribute.text("email")))));
            assertThat(user.key())
                    .isEqualTo(Keys.user(login.get(Attribute.text("tenant_id")), login.get(Attribute.text("user_id"))));
        }
    }

    private static int taken(Account account, String kind) {
        Row row = account.table().get(Keys.allotment(account.tenantId(), kind));
        return row == null ? 0 : (int) row.get(Attribute.whole("taken"));
    }
}
