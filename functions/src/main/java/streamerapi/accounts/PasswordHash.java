package streamerapi.accounts;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.tasks.Host;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;

/// Passwords as they are stored: Argon2id (RFC 9106) with a salt of their own, in the form that names its own cost.
///
/// The cost is OWASP's minimum, 19 MiB and two passes in one lane; `docs/adr/0005-argon2id-at-the-minimum.md` says why.
final class PasswordHash {

    /// The hash of no password. To check against it costs as much as against a user's.
    static final String OF_NO_PASSWORD =
            "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    private static final int MEMORY_KIB = 19_456;
    private static final int PASSES = 2;
    private static final int LANES = 1;
    private static final int HASH_BYTES = 32;
    private static final int SALT_BYTES = 16;
    private static final int MIN_CHARACTERS = 8;
    private static final int MAX_CHARACTERS = 256;

    private PasswordHash() {}

    /// The hash of a password that a person chose, to be stored.
    ///
    /// @param email what the person signs in with: a password must not follow from it
    /// @param channel the channel's name, from which it must not follow either
    /// @throws Problem `bad_request` if it is too short, too long, or easily guessed
    static String of(String password, String email, String channel) {
        String composed = composed(password);
        int length = composed.codePointCount(0, composed.length());
        if (length < MIN_CHARACTERS || length > MAX_CHARACTERS) {
            throw Problem.badField(
                    "password", "password must have " + MIN_CHARACTERS + " to " + MAX_CHARACTERS + " characters");
        }
        GuessablePassword.refuse(composed, email, channel);
        return of(composed);
    }

    private static String of(String password) {
        return Argon2Function.getInstance(MEMORY_KIB, PASSES, LANES, HASH_BYTES, Argon2.ID)
                .hash(password.getBytes(StandardCharsets.UTF_8), random(SALT_BYTES))
                .getResult();
    }

    /// Whether this is the password that was hashed, however its letters are composed: keyboards differ in that. A hash
    /// of before is of the password as it was typed.
    static boolean matches(String password, String hash) {
        String composed = composed(password);
        Argon2Function function = Argon2Function.getInstanceFromHash(hash);
        return function.check(composed, hash) || (!composed.equals(password) && function.check(password, hash));
    }

    /// A password with each accent in one character with its letter, if there is such a character.
    private static String composed(String password) {
        return Normalizer.normalize(password, Normalizer.Form.NFC);
    }

    /// A password for a user who was given none: 128 random bits.
    static String newPassword() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random(16));
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        Host.random().nextBytes(bytes);
        return bytes;
    }
}
