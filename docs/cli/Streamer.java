import java.lang.reflect.InvocationTargetException;

/**
 * The command line of the Streamer API, without dependencies: {@code java docs/cli/Streamer.java help}.
 *
 * This class alone must compile on every JDK, so that an old one is told of in one line.
 */
final class Streamer {
    private static final int OLDEST = 22;

    private Streamer() {}

    public static void main(String[] arguments) throws Throwable {
        int version = Runtime.version().feature();
        if (version < OLDEST) {
            System.err.println("streamer needs Java " + OLDEST + " or later, and this is Java " + version
                    + ". Put a newer one first on the PATH, or set JAVA_HOME.");
            System.exit(2);
        }
        try {
            Class.forName("CommandLine").getMethod("main", String[].class).invoke(null, (Object) arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }
}
