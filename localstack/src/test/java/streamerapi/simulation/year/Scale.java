package streamerapi.simulation.year;

import java.time.Duration;
import java.util.stream.LongStream;

/// How much of everything a seed has. Its number alone tells: every 25th seed is long, and a crowd comes in every tenth
/// of those; one that ends in 60 rests; in every 20th, from the 11th on, the table is restored; and every 10th that is
/// none of these is busy.
enum Scale {
    /// Mostly less than half a minute of use by about half of the people, whom the seed draws, and a rest in which
    /// lost deliveries are looked for twice.
    SHORT(Duration.ofHours(14)),
    /// Minutes of use by all of the people, and a rest in which a delivery is tried seven times.
    LONG(Duration.ofHours(36)),
    /// As much use as in a short one, while a receiver refuses everything, and a rest in which its deliveries are tried
    /// eight times, and those that its end leaves are looked for.
    RESTING(Duration.ofHours(66)),
    /// A minute or two of use by all of the people, during which the table is restored to a moment and adopted.
    RESTORED(Duration.ofHours(14)),
    /// Some minutes of use by a third of the people, and by apps, videos, timers and counters, which come to no others.
    BUSY(Duration.ofHours(14)),
    /// A stream of some minutes to which 200 viewers come.
    CROWDED(Duration.ofHours(14));

    private static final int LONG_ONES = 25;
    private static final int CROWDED_ONES = 250;
    private static final int RESTORED_ONES = 20;
    private static final int BUSY_ONES = 10;

    /// How long a stream goes on after everything that goes wrong.
    static final Duration EVENING = Duration.ofMinutes(5);

    private final Duration rest;

    Scale(Duration rest) {
        this.rest = rest;
    }

    static Scale of(long seed) {
        return seed % LONG_ONES == 0
                ? seed % CROWDED_ONES == 0 ? CROWDED : LONG
                : seed % 100 == 60
                        ? RESTING
                        : seed % RESTORED_ONES == 11 ? RESTORED : seed % BUSY_ONES == 0 ? BUSY : SHORT;
    }

    /// Its seeds from a number on.
    LongStream seeds(long first) {
        return LongStream.iterate(first, seed -> seed + 1).filter(seed -> of(seed) == this);
    }

    /// The number that everything a seed draws follows from: 1, 2, 3 for short seeds, and for those of a crowd too.
    long origin(long seed) {
        return switch (this) {
            case LONG -> seed / LONG_ONES;
            case CROWDED -> seed / CROWDED_ONES;
            case SHORT, RESTING, RESTORED, BUSY -> seed;
        };
    }

    /// How long people use the service.
    Duration activity(Luck luck) {
        return switch (this) {
            case LONG -> Duration.ofSeconds(40 + luck.number(100));
            case RESTORED -> Duration.ofSeconds(60 + luck.number(60));
            case CROWDED -> Duration.ofSeconds(100 + luck.number(100));
            case BUSY -> Duration.ofSeconds(125 + luck.number(60));
            case SHORT, RESTING -> Duration.ofSeconds(10).plus(luck.within(110));
        };
    }

    /// How long nothing happens but what the service does by itself.
    Duration rest() {
        return rest;
    }

    /// Whether one of the people comes.
    boolean brings(Luck luck) {
        return this == BUSY ? luck.number(3) == 0 : !isShort() || luck.flips();
    }

    /// Whether apps, videos, timers and counters come.
    boolean isBusy() {
        return this == BUSY;
    }

    /// Whether shards of the stream are split.
    boolean splits() {
        return this == LONG || this == BUSY || this == CROWDED;
    }

    /// Whether what is over is moved to the archive at once.
    boolean archives() {
        return splits();
    }

    /// How long the schedules come as often as they do.
    Duration scheduled(Duration activity) {
        return this == BUSY ? activity.plus(EVENING) : activity;
    }

    private boolean isShort() {
        return this == SHORT || this == RESTING;
    }

    /// How many viewers tip by requests of the streamer's software.
    int tips(Luck luck) {
        return this == CROWDED ? 54 : 3 + luck.number(8);
    }

    /// How many donors pay.
    int payments(Luck luck) {
        return this == CROWDED ? 30 : 1 + luck.number(5);
    }

    /// How many donors pay with a wallet: none in a seed that is short or restored.
    int paymentsByWallet(Luck luck) {
        return splits() ? 1 + luck.number(3) : 0;
    }

    /// How many viewers redeem a reward.
    int redemptions(Luck luck) {
        return this == CROWDED ? 100 : 1 + luck.number(3);
    }

    /// How many viewers sign in, tip, and have all that is known of them erased.
    int leaving(Luck luck) {
        return this == CROWDED ? 14 : luck.flips() ? 1 : 0;
    }

    /// Whether one of the receivers refuses everything.
    boolean refuses() {
        return this == RESTING;
    }

    /// Whether the table is restored.
    boolean restores() {
        return this == RESTORED;
    }

    /// In how many seconds all tips and payments come: in one of four short seeds, all at once.
    double rush(Luck luck, double activity) {
        return isShort() && luck.number(4) == 0 ? 0.3 : activity;
    }

    /// In what time an outage begins: soon in a short seed, since it ends with the activity.
    Duration outage(Duration activity) {
        return isShort() ? activity.dividedBy(4) : activity;
    }
}
