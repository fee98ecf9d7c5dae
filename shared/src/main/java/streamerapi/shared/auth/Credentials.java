package streamerapi.shared.auth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.limits.Window;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/// Finds credentials, and counts their requests in the same call.
public final class Credentials {

    private final Table table;
    private final RateLimiter limiter;
    private final Ids ids;
    private final InstantSource clock;

    public Credentials(Table table, RateLimiter limiter, Ids ids, InstantSource clock) {
        this.table = table;
        this.limiter = limiter;
        this.ids = ids;
        this.clock = clock;
    }

    /// The caller behind a secret, or null where there is none. Reads one row.
    ///
    /// @param window the secret's window, which learns what the row says of it
    public @Nullable Caller find(Secret secret, Window window) {
        Row row = table.get(Keys.credential(secret.hash()));
        if (row == null) {
            return null;
        }
        window.learn(row);
        return Caller.of(row);
    }

    /// The caller behind a secret, or null where there is none; tells the table of the requests that wait in the
    /// window. Writes one row, and reads it in the same call.
    public @Nullable Caller findAndCount(Secret secret, Window window) {
        Row row = limiter.tell(window, Keys.credential(secret.hash()), write -> write.alsoWhen(Condition.rowExists()));
        return row == null ? null : Caller.of(row);
    }

    /// A new API key of an account: the writes that make it, and the secret that is shown once.
    public NewKey newApiKey(String tenantId, String name, Set<Scope> scopes) {
        Secret secret = Secret.make(Secret.Kind.API_KEY, tenantId);
        String id = ids.next("ak");
        Instant now = clock.instant();
        Row row = Row.of(Keys.credential(secret.hash()))
                .with("tenant_id", tenantId)
                .with("id", id)
                .with("name", name)
                .with("scopes", scopes.stream().map(Scope::label).toList())
                .with("created_at", now);
        return new NewKey(id, secret, Write.put(row).when(Condition.noRow()));
    }

    /// A key that does not exist until its write is made.
    public record NewKey(String id, Secret secret, Write write) {}
}
