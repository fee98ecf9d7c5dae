package streamerapi.simulation.year;

import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A part of a seed that is lived through: all of it, or less, to find the least that still breaks a sentence.
///
/// @param misfortunes how much can go wrong
/// @param without the people who stay away, by their numbers
/// @param percent how long people are there, of the time that the seed draws
record Cut(int misfortunes, Set<Integer> without, int percent) {

    /// Nothing is cut away. Up to 40 things go wrong; in every eighth seed, none.
    static Cut none(long seed) {
        long origin = Scale.of(seed).origin(seed);
        return new Cut(origin % 8 == 0 ? 0 : (int) Math.floorMod(origin * 31, 41L), Set.of(), 100);
    }

    /// The part that the command line asks for.
    static Cut ofCommandLine(long seed) {
        Cut none = none(seed);
        return new Cut(
                Integer.getInteger("year.misfortunes", none.misfortunes),
                Arrays.stream(System.getProperty("year.without", "").split(","))
                        .filter(number -> !number.isBlank())
                        .map(Integer::valueOf)
                        .collect(Collectors.toSet()),
                Integer.getInteger("year.percent", none.percent));
    }

    Cut withMisfortunes(int other) {
        return new Cut(other, without, percent);
    }

    Cut without(int person) {
        Set<Integer> more = new TreeSet<>(without);
        more.add(person);
        return new Cut(misfortunes, more, percent);
    }

    Cut ofPercent(int other) {
        return new Cut(misfortunes, without, other);
    }

    Duration of(Duration time) {
        return time.multipliedBy(percent).dividedBy(100);
    }

    /// The command line that lives through it again.
    String toCommandLine(long seed) {
        Cut none = none(seed);
        return "-Dyear.seed=" + seed
                + (misfortunes == none.misfortunes ? "" : " -Dyear.misfortunes=" + misfortunes)
                + (without.isEmpty()
                        ? ""
                        : " -Dyear.without="
                                + without.stream().map(String::valueOf).collect(Collectors.joining(",")))
                + (percent == none.percent ? "" : " -Dyear.percent=" + percent);
    }
}
