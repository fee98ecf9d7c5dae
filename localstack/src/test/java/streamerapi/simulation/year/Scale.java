package streamerapi.simulation.year;

import java.time.Duration;

/// How much of everything a seed has. Every 25th seed is long, so its number alone tells.
enum Scale {
    /// Mostly less than half a minute of use by about half of the people, whom the seed draws, and a rest in which
    /// lost deliveries are looked for twice.
    SHORT(Duration.ofHours(14)),
    /// Minutes of use by all of the people, and a rest in which a delivery is tried seven times.
    LONG(Duration.ofHours(36));

    /// From one long seed to the next.
    static final int LONG_ONES = 25;

    private final Duration rest;

    Scale(Duration rest) {
        this.rest = rest;
    }

    static Scale of(long seed) {
        return seed % LONG_ONES == 0 ? LONG : SHORT;
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

    /// In how many seconds all tips and payments come: in one of four short seeds, all at once.
    double crowd(Luck luck, double activity) {
        return this == SHORT && luck.number(4) == 0 ? 0.3 : activity;
    }

    /// In what time an outage begins: soon in a short seed, since it ends with the activity.
    Duration outage(Duration activity) {
        return this == LONG ? activity : activity.dividedBy(4);
    }
}
