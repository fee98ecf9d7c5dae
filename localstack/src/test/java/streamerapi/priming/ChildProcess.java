package streamerapi.priming;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A [PrimedProcess] that has run: what it printed, and which classes it loaded.
///
/// @param output what it printed
/// @param loaded the names of the classes that were loaded until the answer, from the checkpoint on if there was one
record ChildProcess(String output, List<String> loaded) {

    /// Runs a function's process to its end.
    ///
    /// @param variables its whole environment, beside what says that it will be copied into a snapshot
    /// @param event the first event, or null for none
    static ChildProcess run(Class<?> function, Map<String, String> variables, byte @Nullable [] event)
            throws IOException, InterruptedException {
        return run(function, variables, event, true);
    }

    /// Runs a function's process that is copied into no snapshot, and so primes nothing.
    static ChildProcess cold(Class<?> function, Map<String, String> variables, byte[] event)
            throws IOException, InterruptedException {
        return run(function, variables, event, false);
    }

    private static ChildProcess run(
            Class<?> function, Map<String, String> variables, byte @Nullable [] event, boolean isPrimed)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile("classes", ".log");
        Path printed = Files.createTempFile("printed", ".log");
        ProcessBuilder builder = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xlog:class+load:file=" + log,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PrimedProcess.class.getName(),
                        function.getName())
                .redirectOutput(printed.toFile())
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(variables);
        if (isPrimed) {
            builder.environment().put("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start");
        }
        Process process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write(event == null ? new byte[0] : event);
        }
        int exit = process.waitFor();
        String output = Files.readString(printed, StandardCharsets.UTF_8);
        List<String> loaded = between(Files.readAllLines(log), !isPrimed);
        Files.delete(log);
        Files.delete(printed);
        if (exit != 0) {
            throw new AssertionError("The process ended with " + exit + ": " + output);
        }
        return new ChildProcess(output, loaded);
    }

    /// The loaded classes of the deployment zip. A few of the JDK's own depend on how two threads meet, or on how long
    /// a socket is waited for, so no run is like another in them.
    List<String> loadedFromTheZip() {
        return loaded.stream()
                .filter(name -> !name.startsWith("java.")
                        && !name.startsWith("javax.")
                        && !name.startsWith("jdk.")
                        && !name.startsWith("sun.")
                        && !name.startsWith("com.sun."))
                .toList();
    }

    private static List<String> between(List<String> lines, boolean fromTheStart) {
        List<String> names = new ArrayList<>();
        boolean inside = fromTheStart;
        for (String line : lines) {
            String rest = line.substring(line.lastIndexOf(']') + 1).strip();
            String name = rest.substring(0, rest.indexOf(' ') < 0 ? rest.length() : rest.indexOf(' '));
            if (name.equals(PrimedProcess.Answered.class.getName())) {
                return names;
            }
            if (inside) {
                names.add(name);
            }
            inside |= name.equals(PrimedProcess.Restored.class.getName());
        }
        throw new AssertionError("The process did not come to its end");
    }
}
