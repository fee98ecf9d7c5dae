package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.AuthorizationName;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A streamer's consent, stored under a code until the app fetches it (RFC 6749, 4.1.2).
///
/// @param redirectUri where the code was sent
/// @param redirectSent whether the request named that address, and the exchange must too
/// @param scopes the labels of what was agreed to
/// @param challenge what the exchange must prove ([Pkce]); null for nothing
/// @param userId who agreed
/// @param revision of the app, at that time
public record Consent(
        String redirectUri,
        boolean redirectSent,
        List<String> scopes,
        @Nullable String challenge,
        String userId,
        long revision) {
    private static final Attribute<String> CHALLENGE = Attribute.text("challenge");
    private static final Attribute<Instant> GOOD_UNTIL = Attribute.time("good_until");
    private static final Attribute.Flag REDIRECT_SENT = Attribute.flag("redirect_sent");
    private static final Attribute<String> REDIRECT_URI = Attribute.text("redirect_uri");
    private static final Attribute.Whole REVISION = Attribute.whole("revision");
    private static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");
    private static final Attribute<String> USER_ID = Attribute.text("user_id");

    /// How long a code is good.
    public static final Duration LIFE = Duration.ofMinutes(10);

    /// A code that does not exist until its write is made.
    public record NewCode(Secret code, Write write) {}

    /// A new code for the consent.
    public NewCode newCode(String tenantId, String clientId, Instant now) {
        Secret code = AuthorizationName.fresh(tenantId, clientId).newSecret(Secret.Kind.AUTHORIZATION_CODE);
        Instant until = now.plus(LIFE);
        Row row = Row.of(Keys.code(code.hash()))
                .with(REDIRECT_URI, redirectUri)
                .with(REDIRECT_SENT, redirectSent)
                .with(SCOPES, scopes)
                .with(CHALLENGE, challenge)
                .with(USER_ID, userId)
                .with(REVISION, revision)
                .with(GOOD_UNTIL, until)
                .with(Table.EXPIRES_AT, until.getEpochSecond());
        return new NewCode(code, Write.put(row).when(Condition.noRow()));
    }

    /// Reads the consent under a code; null if the code is not valid any more.
    static @Nullable Consent of(@Nullable Row row, Instant now) {
        if (row == null || !now.isBefore(row.get(GOOD_UNTIL))) {
            return null;
        }
        return new Consent(
                row.get(REDIRECT_URI),
                row.get(REDIRECT_SENT),
                row.get(SCOPES),
                row.find(CHALLENGE),
                row.get(USER_ID),
                row.get(REVISION));
    }

    /// Whether the address that an exchange names, or its silence, fits.
    boolean fits(@Nullable String sent) {
        return sent == null ? !redirectSent : sent.equals(redirectUri);
    }
}
