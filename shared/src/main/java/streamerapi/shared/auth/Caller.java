package streamerapi.shared.auth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A credential that was found, and what it may do.
///
/// @param tenantId the account whose resources it sees
/// @param id the credential's public id: `ak_…`, an overlay's `o_…`, or an authorization's `oa_…`
/// @param name the name that the streamer gave the key, or the app's
/// @param scopes what it may do
/// @param granted the scopes of the whole credential: of an access token that was narrowed, its authorization's
/// @param row the key of its row, which is there and has this id as long as it is good
/// @param clientId `oc_…` of the app that an access token was given to; null for a key
/// @param stamp of a user, whose socket it is: what the user's row has as long as no session was ended; else null
/// @param session of such a user: the key of the session that the page was of; else null
public record Caller(
        String tenantId,
        String id,
        String name,
        Set<Scope> scopes,
        Set<Scope> granted,
        Key row,
        @Nullable String clientId,
        @Nullable String stamp,
        @Nullable Key session)
        implements Principal {

    public static final Attribute<String> ID = Attribute.text("id");
    public static final Attribute<String> NAME = Attribute.text("name");
    public static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");

    /// A text that each change of a user's rights or password changes, in the user's row; in the row of a session or a
    /// token, the one that the user had then.
    public static final Attribute<String> STAMP = Attribute.text("stamp");

    public static final Attribute<String> TENANT_ID = Attribute.text("tenant_id");

    /// The first characters of an overlay's id.
    private static final String OVERLAY = "o_";

    /// The caller that a credential's row describes.
    public static Caller of(Row credential) {
        Set<Scope> scopes = credential.get(SCOPES).stream()
                .flatMap(label -> Scope.of(label).stream())
                .collect(Collectors.toUnmodifiableSet());
        return new Caller(
                credential.get(TENANT_ID),
                credential.get(ID),
                credential.get(NAME),
                scopes,
                scopes,
                credential.key(),
                null,
                null,
                null);
    }

    /// Whether it is an overlay. Its scopes say what its sockets read; what its requests may do is a list of its own.
    public boolean isOverlay() {
        return id.startsWith(OVERLAY);
    }

    /// Whether it is an app, by an access token of an authorization whose row is [#row].
    public boolean isApp() {
        return clientId != null;
    }

    /// The app whose authorization it is of, directly or by a realtime token, as [Keys#authorization] names it; null
    /// for a key or an overlay.
    public @Nullable String app() {
        return row.sort().startsWith(Keys.AUTHORIZATION) ? row.sort().substring(Keys.AUTHORIZATION.length()) : null;
    }

    /// Holds a change to the session of the user's page being there still; no write for another credential.
    public List<Write> stillSignedIn() {
        return session == null ? List.of() : List.of(Write.check(session).when(Condition.rowExists()));
    }

    /// Holds a change to this credential's being good still, with all of its scopes.
    public Write stillGood() {
        if (stamp != null) {
            return Write.check(row).when(Condition.equal(STAMP, stamp));
        }
        Stream<Condition> held = scopes.stream().map(scope -> Condition.contains(SCOPES, scope.label()));
        return Write.check(row)
                .when(Condition.all(
                        Stream.concat(Stream.of(Condition.equal(ID, id)), held).toArray(Condition[]::new)));
    }
}
