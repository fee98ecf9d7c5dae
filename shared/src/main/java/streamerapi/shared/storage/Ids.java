package streamerapi.shared.storage;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidFactory;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.tasks.Host;

import java.time.Instant;
import java.time.InstantSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes ids that sort by the time they were made: ULIDs in lower case, monotonic within one process.
///
/// Nothing random is drawn before the first id is asked for, so that processes copied from one snapshot share nothing.
public final class Ids {

    private static final int TIME_CHARS = 10;

    private static final String BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

    private final InstantSource clock;
    private @Nullable UlidFactory ulids;

    public Ids(InstantSource clock) {
        this.clock = clock;
    }

    /// `<prefix>_<26 characters>`: `evt_01kaj…`.
    public String next(String prefix) {
        return prefix + "_" + next();
    }

    /// `<prefix>_<epoch ms>_<16 characters>`, the form of order ids: `tip_1763693883123_0h5m8z4q2w9x7y3k`.
    public String nextOrder(String prefix) {
        Ulid ulid = ulid();
        return prefix + "_" + ulid.getTime() + "_" + ulid.toLowerCase().substring(TIME_CHARS);
    }

    /// 26 characters that sort by time.
    public String next() {
        return ulid().toLowerCase();
    }

    /// The id that sorts before every one made at this time or later.
    public static String earliest(String prefix, Instant time) {
        return prefix + "_" + earliest(time);
    }

    /// The id without a prefix that sorts before every one made at this time or later.
    public static String earliest(Instant time) {
        return Ulid.min(time.toEpochMilli()).toLowerCase();
    }

    /// When an id of [#next()] was made.
    public static Instant timeOf(String id) {
        return Ulid.from(id).getInstant();
    }

    /// The form of order ids, which no start needs.
    private static final class OrderForm {
        private static final Pattern TIME = Pattern.compile("[a-z]+_([0-9]{13})_.*");
    }

    /// When an order id was made; null if it is none.
    public static @Nullable Instant timeOfOrder(String orderId) {
        Matcher form = OrderForm.TIME.matcher(orderId);
        return form.matches() ? Instant.ofEpochMilli(Long.parseLong(form.group(1))) : null;
    }

    /// The part of an order id that sorts by time, without the prefix: `1763693883123_0h5m8z4q2w9x7y3k`.
    public static String orderTime(String orderId) {
        return orderId.substring(orderId.indexOf('_') + 1);
    }

    /// A new account's id: `ten_` and 64 random bits in 13 characters, which its credentials begin with.
    public static String newTenant() {
        return tenant(Host.random().nextLong());
    }

    /// The account id of these 64 bits.
    public static String tenant(long bits) {
        char[] id = new char[13];
        long rest = bits;
        for (int i = id.length - 1; i >= 0; i--) {
            id[i] = BASE32.charAt((int) (rest & 31));
            rest >>>= 5;
        }
        return "ten_" + new String(id);
    }

    /// The 64 bits of an account id.
    public static long tenantBits(String tenantId) {
        long bits = 0;
        for (char c : tenantId.substring("ten_".length()).toCharArray()) {
            bits = (bits << 5) | BASE32.indexOf(c);
        }
        return bits;
    }

    private synchronized Ulid ulid() {
        UlidFactory factory = ulids;
        if (factory == null) {
            factory = UlidFactory.newMonotonicInstance(Host.random());
            ulids = factory;
        }
        return factory.create(clock.millis());
    }
}
