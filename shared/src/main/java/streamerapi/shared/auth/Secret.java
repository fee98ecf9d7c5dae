package streamerapi.shared.auth;

import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.tasks.Host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.zip.CRC32;

/// A credential's secret text: a prefix that names its kind, 43 base64url characters, and a checksum of 6.
///
/// The 32 bytes begin with the account's 8, so that what a request reads can be fetched beside the credential instead
/// of after it; 192 random bits remain. The checksum lets a mistyped or made-up secret be refused without a look at the
/// table, and lets scanners find leaked ones. Only the SHA-256 of the text is ever stored.
///
/// @param kind what it is a secret of
/// @param tenantId the account that it claims to belong to: proven only by finding its hash
/// @param text the whole text; it never goes into a log
/// @param hash the SHA-256 of the text in hex: what is stored, and how the credential is found
public record Secret(Kind kind, String tenantId, String text, String hash) {

    /// The kind of a secret: it says what the secret opens.
    public enum Kind {
        /// A streamer's own API key.
        API_KEY("sak_", true, "API key"),
        /// An app's access token.
        ACCESS_TOKEN("sat_", true, "access token"),
        /// Opens one socket, for a client that must not hold a key.
        REALTIME_TOKEN("sws_", false, "a realtime token, which opens a socket"),
        /// An app's token for its next access token.
        REFRESH_TOKEN("srt_", false, "a refresh token"),
        /// An app's code for its first tokens, once its streamer has agreed.
        AUTHORIZATION_CODE("sac_", false, "an authorization code"),
        /// The proof of a confidential app's identity.
        CLIENT_SECRET("scs_", false, "an app's client secret"),
        /// A browser's session in the dashboard.
        SESSION("ses_", false, "a session's secret"),
        /// The key with which an overlay's browser source signs its socket in and makes its requests.
        OVERLAY_KEY("sov_", true, "overlay key"),
        /// The one-time link by which a person chooses a password.
        PASSWORD_LINK("spl_", false, "a one-time link");

        private final String prefix;
        private final boolean bearer;
        private final String noun;

        Kind(String prefix, boolean bearer, String noun) {
            this.prefix = prefix;
            this.bearer = bearer;
            this.noun = noun;
        }

        /// The name for people; with an article unless requests carry it.
        public String noun() {
            return noun;
        }

        /// The first characters of every secret of this kind.
        public String prefix() {
            return prefix;
        }

        /// Whether it is a credential that requests carry: a key or an access token.
        public boolean isBearer() {
            return bearer;
        }
    }

    private static final int BYTES = 32;
    private static final int BODY_CHARS = 43;
    private static final int CHECKSUM_CHARS = 6;
    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private Secret(Kind kind, String tenantId, String text) {
        this(kind, tenantId, text, Sha256.hex(text));
    }

    /// A new secret of an account.
    public static Secret make(Kind kind, String tenantId) {
        return make(kind, tenantId, new byte[0]);
    }

    /// A new secret of an account, which also names something of the account.
    ///
    /// @param name at most 8 bytes, so that 128 random bits remain at least (RFC 6749, 10.10)
    static Secret make(Kind kind, String tenantId, byte[] name) {
        return of(kind, tenantId, unmarked(BYTES, tenantId, name));
    }

    /// A new secret of an account, which names something of the account and carries the mark of a key.
    ///
    /// @param name at most 8 bytes: to a stranger to the key, who cannot tell the mark from random bits, 128 remain
    static Secret make(Kind kind, String tenantId, byte[] name, TokenKey key) {
        byte[] unmarked = unmarked(BYTES - TokenKey.MARK_BYTES, tenantId, name);
        byte[] mark = key.mark(kind, unmarked);
        return of(
                kind,
                tenantId,
                ByteBuffer.allocate(BYTES).put(unmarked).put(mark).array());
    }

    private static byte[] unmarked(int length, String tenantId, byte[] name) {
        byte[] random = new byte[length - Long.BYTES - name.length];
        Host.random().nextBytes(random);
        return ByteBuffer.allocate(length)
                .putLong(Ids.tenantBits(tenantId))
                .put(name)
                .put(random)
                .array();
    }

    private static Secret of(Kind kind, String tenantId, byte[] bytes) {
        String body = kind.prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        return new Secret(kind, tenantId, body + checksum(body));
    }

    /// The secret that a text is, if its form and checksum are right.
    public static Optional<Secret> parse(String text) {
        for (Kind kind : Kind.values()) {
            if (text.startsWith(kind.prefix)) {
                return parse(kind, text);
            }
        }
        return Optional.empty();
    }

    /// The bearer credential that a text is, if its form and checksum are right.
    public static Optional<Secret> parseBearer(String text) {
        return parse(text).filter(secret -> secret.kind.isBearer());
    }

    /// The subject under which its requests are counted and remembered: itself, or the authorization of an access
    /// token.
    public String subject() {
        return kind == Kind.ACCESS_TOKEN ? AuthorizationName.of(this).subject() : hash;
    }

    /// The 8 bytes after the account's.
    ByteBuffer name() {
        return ByteBuffer.wrap(bytes(), Long.BYTES, Long.BYTES);
    }

    /// All 32 bytes.
    byte[] bytes() {
        String body = text.substring(kind.prefix.length(), kind.prefix.length() + BODY_CHARS);
        return Base64.getUrlDecoder().decode(body);
    }

    @Override
    public String toString() {
        return kind.prefix + "…";
    }

    private static Optional<Secret> parse(Kind kind, String text) {
        int bodyEnd = kind.prefix.length() + BODY_CHARS;
        if (text.length() != bodyEnd + CHECKSUM_CHARS
                || !text.substring(bodyEnd).equals(checksum(text.substring(0, bodyEnd)))) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text.substring(kind.prefix.length(), bodyEnd));
            return Optional.of(
                    new Secret(kind, Ids.tenant(ByteBuffer.wrap(bytes).getLong()), text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        char[] checksum = new char[CHECKSUM_CHARS];
        long rest = crc.getValue();
        for (int i = CHECKSUM_CHARS - 1; i >= 0; i--) {
            checksum[i] = BASE62.charAt((int) (rest % 62));
            rest /= 62;
        }
        return new String(checksum);
    }
}
