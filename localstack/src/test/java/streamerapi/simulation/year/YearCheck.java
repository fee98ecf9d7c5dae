package streamerapi.simulation.year;

/// Sentences about one part of a simulation.
abstract class YearCheck {

    final Year year;
    final World world;
    final Broken broken;

    YearCheck(Year year, Broken broken) {
        this.year = year;
        this.world = year.world();
        this.broken = broken;
    }
}
