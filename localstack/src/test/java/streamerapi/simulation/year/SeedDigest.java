package streamerapi.simulation.year;

/// A program that lives through seeds and prints their digests, for a JVM of its own.
final class SeedDigest {

    /// How its lines begin.
    static final String PREFIX = "digest ";

    private SeedDigest() {}

    /// @param args the seeds
    public static void main(String[] args) {
        for (String seed : args) {
            System.out.println(
                    PREFIX + Year.run(Long.parseLong(seed), Mutation.NONE).digest());
        }
    }
}
