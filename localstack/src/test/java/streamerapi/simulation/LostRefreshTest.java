package streamerapi.simulation;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Authorization;
import streamerapi.shared.auth.AuthorizationName;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The refresh of an app's tokens whose process does not learn that it is done: the call to the table took effect, its
/// answer was lost, and the call that was made again met the row that the first one had changed. It took the refresh
/// token for a stolen one, and ended the authorization.
@NullMarked
class LostRefreshTest {

    private static final Instant NOW = Instant.parse("2026-03-03T10:00:00Z");

    @Test
    void aRefreshIsDoneIfTheAnswerThatSaysSoWasLost() {
        Table table = TableService.over(
                new LostAnswer(new TableService(MemoryTable.ofInserts(row -> {})).transport(), "UpdateItem"));
        AuthorizationName name = AuthorizationName.fresh("ten_4t2z4sc3fk3v0", "oc_01k4zf2m7x7zdt6qr4vj64cac6");
        Row begun = Authorization.begun(Row.of(name.key()), "hash");
        Secret old = Authorization.newToken(name, begun, Secret.Kind.REFRESH_TOKEN);
        Secret fresh = Authorization.newToken(name, begun, Secret.Kind.REFRESH_TOKEN);
        Secret access = Authorization.newToken(name, begun, Secret.Kind.ACCESS_TOKEN);
        Row row = begun.with(Attribute.text("refresh"), old.hash());
        table.write(List.of(Write.put(row)));

        table.write(List.of(new Authorization(name, row, row).renewed(old, fresh, access, NOW, null)));

        assertThat(table.get(name.key()))
                .isNotNull()
                .satisfies(after -> assertThat(new Authorization(name, after, row).hasRefreshToken(fresh))
                        .isTrue());
    }
}
