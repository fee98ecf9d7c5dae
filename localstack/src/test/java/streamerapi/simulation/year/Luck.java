package streamerapi.simulation.year;

import java.time.Duration;
import java.util.Random;

/// What goes wrong in a simulation, and how often: a profile that the seed draws, and a budget of misfortunes.
final class Luck {

    private final Random random;
    private final double deaths;
    private final double throttles;
    private final double conflicts;
    private final double lostAnswers;
    private final double silences;
    private final double delays;
    private final double doubles;
    private final double hurry;
    private boolean isSpotless;
    private int budget;

    /// @param budget how many misfortunes there are at most
    Luck(Random random, int budget) {
        this.random = random;
        this.budget = budget;
        this.isSpotless = budget == 0;
        this.deaths = rate(0.02);
        this.throttles = rate(0.02);
        this.conflicts = rate(0.03);
        this.lostAnswers = rate(0.01);
        this.silences = rate(0.004);
        this.delays = rate(0.004);
        this.doubles = rate(0.2);
        this.hurry = random.nextDouble();
    }

    /// Half of the seeds have none of a kind.
    private double rate(double most) {
        return random.nextBoolean() ? 0 : random.nextDouble() * most;
    }

    private boolean strikes(double rate) {
        if (budget > 0 && rate > 0 && random.nextDouble() < rate) {
            budget--;
            return true;
        }
        return false;
    }

    /// Whether nothing can go wrong in this simulation, and nothing comes twice.
    boolean isSpotless() {
        return isSpotless;
    }

    /// Something goes wrong that is no matter of chance.
    void spoil() {
        isSpotless = false;
    }

    /// No misfortune strikes from now on.
    void end() {
        budget = 0;
    }

    boolean kills() {
        return strikes(deaths);
    }

    boolean throttles() {
        return strikes(throttles);
    }

    boolean conflicts() {
        return strikes(conflicts);
    }

    boolean losesAnswer() {
        return strikes(lostAnswers);
    }

    boolean delays() {
        return strikes(delays);
    }

    boolean silences() {
        return strikes(silences);
    }

    boolean doubles() {
        return strikes(doubles);
    }

    boolean strikesOneIn(int n) {
        return strikes(1.0 / n);
    }

    /// How long half of a call takes: mostly a few milliseconds, at times a hundred, and seldom a second.
    Duration latency() {
        double draw = random.nextDouble();
        double millis = draw < 0.80
                ? 1 + 4 * random.nextDouble()
                : draw < 0.80 + 0.19 * hurry
                        ? 1 + 100 * random.nextDouble()
                        : draw < 0.995 ? 1 + 20 * random.nextDouble() : 1_000 * random.nextDouble();
        return Duration.ofNanos((long) (millis * 1_000_000));
    }

    /// A time of up to so many seconds, short ones more often.
    Duration within(double seconds) {
        double draw = random.nextDouble();
        return Duration.ofNanos((long) (draw * draw * seconds * 1_000_000_000));
    }

    /// A moment of a time, as what has passed of it.
    Duration moment(Duration time) {
        return Duration.ofMillis(number((int) time.toMillis()));
    }

    int number(int below) {
        return random.nextInt(below);
    }

    boolean flips() {
        return random.nextBoolean();
    }
}
