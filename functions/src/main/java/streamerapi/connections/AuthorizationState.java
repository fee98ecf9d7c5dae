package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/// An authorization that a browser has begun: what a platform's `state` parameter stands for (RFC 6749, 10.12). It is
/// good once, for ten minutes, in the session that began it. The table holds the hash of the parameter alone.
///
/// @param session tells the session from others: [#ofSession]
/// @param application the hash of the application's id, because a code is of one application
/// @param verifier of PKCE, sealed; null if the platform has none
record AuthorizationState(
        Key key,
        Provider provider,
        String session,
        String application,
        @Nullable String verifier,
        Instant expiresAt) {

    static final Duration LIFE = Duration.ofMinutes(10);

    private static final int RANDOM_BYTES = 32;
    private static final Attribute<String> PROVIDER = Attribute.text("provider");
    private static final Attribute<String> SESSION = Attribute.text("session");
    private static final Attribute<String> APPLICATION = Attribute.text("application");
    private static final Attribute<String> VERIFIER = Attribute.text("verifier");

    /// 256 random bits in 43 characters of base64url.
    static String random() {
        byte[] random = new byte[RANDOM_BYTES];
        Host.random().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    /// The key of the state that a parameter stands for.
    static Key key(String tenantId, String parameter) {
        return ConnectionKeys.authorizationState(tenantId, Sha256.hex(parameter));
    }

    /// A session's CSRF token follows from its secret, so this tells sessions apart and opens none.
    static String ofSession(String csrfToken) {
        return Sha256.hex("authorization " + csrfToken);
    }

    static String ofApplication(ApplicationCredentials credentials) {
        return Sha256.hex(credentials.clientId());
    }

    static @Nullable AuthorizationState of(@Nullable Row row) {
        Provider provider = row == null ? null : Provider.of(row.get(PROVIDER)).orElse(null);
        return row == null || provider == null
                ? null
                : new AuthorizationState(
                        row.key(),
                        provider,
                        row.get(SESSION),
                        row.get(APPLICATION),
                        row.find(VERIFIER),
                        Instant.ofEpochSecond(row.get(Table.EXPIRES_AT)));
    }

    /// Stores it. The table removes it by itself.
    Write begin() {
        return Write.put(Row.of(key)
                        .with(PROVIDER, provider.label())
                        .with(SESSION, session)
                        .with(APPLICATION, application)
                        .with(VERIFIER, verifier)
                        .with(Table.EXPIRES_AT, expiresAt.getEpochSecond()))
                .when(Condition.noRow());
    }

    /// Its one use.
    Write use() {
        return Write.delete(key).when(Condition.rowExists());
    }
}
