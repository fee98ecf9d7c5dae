package streamerapi.simulation.year;

import java.time.Duration;
import java.util.stream.LongStream;

/// How much of everything a seed has. Its number alone tells: every 25th seed is long, and one that ends in 60 rests.
enum Scale {
    /// Mostly less than half a minute of use by about half of the people, whom the seed draws, and a rest in which
    /// lost deliveries are looked for twice.
    SHORT(Duration.ofHours(14)),
    /// Minutes of use by all of the people, and a rest in which a delivery is tried seven times.
    LONG(Duration.ofHours(36)),
    /// As much use as in a short one, while a receiver refuses everything, and a rest in which its deliveries are tried
    /// eight times, and those that its end leaves are looked for.
    RESTING(Duration.ofHours(66));

    private static final int LONG_ONES = 25;

    private final Duration rest;

    Scale(Duration rest) {
        this.rest = rest;
    }

    static Scale of(long seed) {
        return seed % LONG_ONES == 0 ? LONG : seed % 100 == 60 ? RESTING : SHORT;
    }

    /// Its seeds from a number on.
    LongStream seeds(long first) {
        return LongStream.iterate(first, seed -> seed + 1).filter(seed -> of(seed) == this);
    }

    /// The number that everything a seed draws follows from: 1, 2, 3 for short seeds, and for long ones too.
    long origin(long seed) {
        return this == LONG ? seed / LONG_ONES : seed;
    }

    /// How long people use the service.
    Duration activity(Luck luck) {
        return this == LONG
                ? Duration.ofSeconds(40 + luck.number(100))
                : Duration.ofSeconds(10).plus(luck.within(110));
    }

    /// How long nothing happens but what the service does by itself.
    Duration rest() {
        return rest;
    }

    /// Whether one of the people comes.
    boolean brings(Luck luck) {
        return this == LONG || luck.flips();
    }

    /// Whether one of the receivers refuses everything.
    boolean refuses() {
        return this == RESTING;
    }

    /// In how many seconds all tips and payments come: in one of four seeds that are not long, all at once.
    double crowd(Luck luck, double activity) {
        return this != LONG && luck.number(4) == 0 ? 0.3 : activity;
    }

    /// In what time an outage begins: soon in a seed that is not long, since it ends with the activity.
    Duration outage(Duration activity) {
        return this == LONG ? activity : activity.dividedBy(4);
    }
}
