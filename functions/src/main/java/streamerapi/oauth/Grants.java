package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.User;
import streamerapi.oauth.Authorizations.Tokens;
import streamerapi.oauth.OAuthError.Code;
import streamerapi.shared.auth.Authorization;
import streamerapi.shared.auth.AuthorizationName;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The exchange of codes and refresh tokens for tokens, and their revocation, for an app that has proved itself.
///
/// Each reads all that it needs in one call, the app's own row too. A code or refresh token that was used before ends
/// the authorization: it cannot be told whether the app or a thief came second (RFC 9700, 4.14). So if several requests
/// come at the same time with the same token, one gets new tokens, and the next one ends them.
public final class Grants {

    private final Table table;
    private final Authorizations authorizations;
    private final InstantSource clock;

    public Grants(Table table, Authorizations authorizations, InstantSource clock) {
        this.table = table;
        this.authorizations = authorizations;
        this.clock = clock;
    }

    /// Exchanges a code for tokens (RFC 6749, 4.1.3).
    ///
    /// @throws OAuthError `invalid_client`, `invalid_grant`
    Outcome<Tokens> exchange(ClientCredentials client, String text, Parameters request) {
        Secret code = parse(text, Secret.Kind.AUTHORIZATION_CODE);
        Found found = find(client, code, code == null ? null : Keys.code(code.hash()));
        AuthorizationName name = found.name();
        if (name == null || code == null) {
            throw invalidGrant("code");
        }
        if (found.besides() == null) {
            throw reused(found, code, "code");
        }
        Consent consent = Consent.of(found.besides(), clock.instant());
        if (consent == null || consent.revision() != found.app().revision() || !stillAdministers(name, consent)) {
            throw invalidGrant("code");
        }
        if (!consent.fits(request.optional("redirect_uri"))) {
            throw OAuthError.of(Code.INVALID_GRANT, "redirect_uri is not the one that the code was sent to");
        }
        Pkce.verify(consent.challenge(), request.optional("code_verifier"));
        return authorizations
                .begin(name, code, consent, found.row())
                .writing(Write.delete(Keys.code(code.hash())).when(Condition.rowExists()));
    }

    /// Gives new tokens for a refresh token, which is no good any more then (RFC 6749, 6).
    ///
    /// @param scope fewer scopes for this access token; null for those of the authorization
    /// @throws OAuthError `invalid_client`, `invalid_grant`, `invalid_scope`
    Outcome<Tokens> refresh(ClientCredentials client, String text, @Nullable String scope) {
        Secret token = parse(text, Secret.Kind.REFRESH_TOKEN);
        Found found = find(client, token, null);
        Authorization authorization = found.authorization();
        if (authorization == null || token == null) {
            throw invalidGrant("refresh_token");
        }
        if (!authorization.hasRefreshToken(token)) {
            throw reused(found, token, "refresh_token");
        }
        List<String> scopes = Scopes.asked(scope, authorization.scopes());
        Authorization keyed = authorization.keyed();
        Tokens tokens = Tokens.make(keyed.name(), keyed.row(), scopes);
        Instant now = clock.instant();
        boolean narrowed = scopes.size() < authorization.scopes().size();
        return Outcome.of(tokens)
                .writing(keyed.renewed(token, tokens.refresh(), tokens.access(), now, narrowed ? scopes : null));
    }

    /// Ends the authorization that a token is of (RFC 7009). An unknown token is accepted without effect; one that has
    /// expired or was replaced still names the authorization to end.
    ///
    /// @throws OAuthError `invalid_client`; `invalid_grant` for another client's token
    Outcome<?> revoke(ClientCredentials client, String text) {
        Secret token = Secret.parse(text)
                .filter(secret ->
                        secret.kind() == Secret.Kind.ACCESS_TOKEN || secret.kind() == Secret.Kind.REFRESH_TOKEN)
                .orElse(null);
        Found found = find(client, token, null);
        if (token != null && found.name() == null) {
            throw OAuthError.of(Code.INVALID_GRANT, "The token was given to another client");
        }
        List<Write> writes = token == null ? List.of() : found.endingBy(token);
        return Outcome.empty().writing(writes);
    }

    /// The rows that one read of the table found.
    ///
    /// @param name the name in the token or code; null if that is not this app's
    /// @param row the account's and the app's authorization, or null
    /// @param authorization the one that the name is of, if it is good
    /// @param besides the further row that was asked for, or null
    private record Found(
            OAuthApp app,
            @Nullable AuthorizationName name,
            @Nullable Row row,
            @Nullable Authorization authorization,
            @Nullable Row besides,
            List<Write> ending) {

        /// The end of the authorization, if it knows the code or token; otherwise nothing.
        List<Write> endingBy(Secret secret) {
            return authorization != null && authorization.knows(secret) ? ending : List.of();
        }
    }

    /// Whether the user who agreed is of the team still, and may agree to apps.
    private boolean stillAdministers(AuthorizationName name, Consent consent) {
        Row user = table.get(Keys.user(name.tenantId(), consent.userId()));
        return user != null && user.get(User.ROLE).administers();
    }

    private Found find(ClientCredentials client, @Nullable Secret secret, @Nullable Key besides) {
        Key appKey = Keys.app(Keys.appNumber(client.clientId()));
        AuthorizationName name = secret == null ? null : AuthorizationName.of(secret);
        List<Key> keys = new ArrayList<>(List.of(appKey));
        if (name != null && name.isOf(client.clientId())) {
            keys.add(name.key());
        } else {
            name = null;
        }
        if (besides != null) {
            keys.add(besides);
        }
        Map<Key, Row> rows = table.getAll(keys.toArray(Key[]::new));
        OAuthApp app = OAuthApp.authenticated(rows.get(appKey), client);
        Row row = name == null ? null : rows.get(name.key());
        Authorization authorization = name == null ? null : Authorization.of(name, row, rows.get(appKey));
        List<Write> ending = authorization == null || name == null
                ? List.of()
                : authorizations.end(name.tenantId(), authorization.row());
        return new Found(app, name, row, authorization, besides == null ? null : rows.get(besides), ending);
    }

    /// Refuses a code or token that is not valid any more. If the authorization knows it, it was used before, and the
    /// authorization ends.
    private static OAuthError reused(Found found, Secret secret, String what) {
        return invalidGrant(what).writing(found.endingBy(secret));
    }

    private static OAuthError invalidGrant(String what) {
        return OAuthError.of(Code.INVALID_GRANT, what + " is unknown, expired, used or revoked");
    }

    private static @Nullable Secret parse(String text, Secret.Kind kind) {
        return Secret.parse(text).filter(secret -> secret.kind() == kind).orElse(null);
    }
}
