package streamerapi.localstack.platforms;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/// Ids and secrets as the platforms make them.
final class RandomText {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final String LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int ULID_TIME = 10;
    private static final int ULID_RANDOM = 16;

    private RandomText() {}

    /// Lower-case letters and digits.
    static String secret(int length) {
        return of(LOWER, length);
    }

    static String uuid() {
        return UUID.randomUUID().toString();
    }

    static String ulid(Instant time) {
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
