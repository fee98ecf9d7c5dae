package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Authorization;
import streamerapi.shared.auth.AuthorizationName;
import streamerapi.shared.auth.AuthorizationRow;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.OwnedEndpoints;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// How authorizations come to be, and end.
public final class Authorizations {
    private static final Attribute<Instant> CONNECTED_AT = Attribute.time("connected_at");
    private static final Attribute<String> USER_ID = Attribute.text("user_id");

    private final Credentials credentials;
    private final Ids ids;
    private final InstantSource clock;

    public Authorizations(Credentials credentials, Ids ids, InstantSource clock) {
        this.credentials = credentials;
        this.ids = ids;
        this.clock = clock;
    }

    /// A new authorization of a consent, in the place of the one before, and its first tokens.
    ///
    /// @param name what its code carried, and its tokens will
    /// @param code the one that it is given for
    /// @param before the row that the account and the app have, or null
    Outcome<Tokens> begin(AuthorizationName name, Secret code, Consent consent, @Nullable Row before) {
        Instant now = clock.instant();
        Row begun = Authorization.begun(Row.of(name.key()), code.hash());
        Tokens tokens = Tokens.make(name, begun, consent.scopes());
        Row row = begun.with(Caller.ID, ids.next("oa"))
                .with(AuthorizationRow.FAMILY, name.family())
                .with(Caller.SCOPES, consent.scopes())
                .with(USER_ID, consent.userId())
                .with(AuthorizationRow.REVISION, consent.revision())
                .with(AuthorizationRow.REFRESH, tokens.refresh().hash())
                .with(AuthorizationRow.CREATED_AT, now);
        Row connected = Row.of(Keys.connected(name.app(), name.tenantId())).with(CONNECTED_AT, now);
        List<Write> writes = new ArrayList<>();
        writes.add(Write.put(Authorization.opened(row, tokens.access(), now, null))
                .when(before == null ? Condition.noRow() : unchanged(before)));
        writes.add(Write.put(connected));
        if (before != null) {
            writes.add(credentials.revocation(name.tenantId(), before.get(Caller.ID)));
            writes.addAll(OwnedEndpoints.ending(name.tenantId(), before));
        }
        return Outcome.of(tokens).writing(writes);
    }

    /// The end of an authorization, with all its tokens, sockets and webhook endpoints. At most 24 writes.
    ///
    /// @param row of [AuthorizationName#key]
    List<Write> end(String tenantId, Row row) {
        List<Write> writes = new ArrayList<>();
        writes.add(Write.delete(row.key()).when(unchanged(row)));
        writes.add(Write.delete(Keys.connected(row.key().sort().substring(Keys.AUTHORIZATION.length()), tenantId)));
        writes.add(credentials.revocation(tenantId, row.get(Caller.ID)));
        writes.addAll(OwnedEndpoints.ending(tenantId, row));
        return writes;
    }

    /// Whether an app is connected: its authorization has not ended, and it has given up no scope since.
    ///
    /// @param row of [Keys#authorization]
    static boolean isConnected(OAuthApp app, @Nullable Row row) {
        return row != null && row.get(AuthorizationRow.REVISION) == app.revision();
    }

    private static Condition unchanged(Row row) {
        return Condition.all(Condition.equal(Caller.ID, row.get(Caller.ID)), OwnedEndpoints.unchanged(row));
    }

    /// A pair of tokens, shown once.
    ///
    /// @param scopes the labels of what the access token opens
    record Tokens(Secret access, Secret refresh, List<String> scopes) {

        /// @param row the authorization's, which marks them
        static Tokens make(AuthorizationName name, Row row, List<String> scopes) {
            return new Tokens(
                    Authorization.newToken(name, row, Secret.Kind.ACCESS_TOKEN),
                    Authorization.newToken(name, row, Secret.Kind.REFRESH_TOKEN),
                    scopes);
        }
    }
}
