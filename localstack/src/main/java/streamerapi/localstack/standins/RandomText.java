package streamerapi.localstack.standins;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/// Ids and secrets as the platforms make them.
public final class RandomText {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int ULID_TIME = 10;
    private static final int ULID_RANDOM = 16;

    private RandomText() {}

    /// Lower-case letters and digits.
    public static String secret(int length) {
        return of(LOWER, length);
    }

    /// Letters of both cases and digits, as in Stripe's ids.
    public static String letters(int length) {
        return of(LETTERS, length);
    }

    /// Capitals and digits, as in PayPal's ids.
    public static String capitals(int length) {
        return of(UPPER, length);
    }

    /// A random UUID, with its hyphens.
    public static String uuid() {
        return UUID.randomUUID().toString();
    }

    /// A ULID: letters and digits that sort by time.
    public static String ulid(Instant time) {
        StringBuilder text = new StringBuilder();
        long rest = time.toEpochMilli();
        for (int i = 0; i < ULID_TIME; i++) {
            text.insert(0, CROCKFORD.charAt((int) (rest & 31)));
            rest >>= 5;
        }
        return text.append(of(CROCKFORD, ULID_RANDOM)).toString();
    }

    private static String of(String letters, int length) {
        return RANDOM.ints(length, 0, letters.length())
                .collect(StringBuilder::new, (text, i) -> text.append(letters.charAt(i)), StringBuilder::append)
                .toString();
    }
}
