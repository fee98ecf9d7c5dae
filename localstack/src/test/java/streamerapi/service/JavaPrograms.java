package streamerapi.service;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/// Java programs of the documentation, compiled and run apart from the tests.
public final class JavaPrograms {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private JavaPrograms() {}

    /// Compiles files into a folder. A warning fails the test, unless the options are silent about it.
    public static void compile(List<Path> files, Path into, String classPath, String... options) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        List<String> all = new ArrayList<>(List.of("-d", into.toString(), "-proc:none"));
        if (!classPath.isEmpty()) {
            all.addAll(List.of("-cp", classPath));
        }
        all.addAll(List.of(options));
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            boolean compiled = compiler.getTask(
                            said, manager, null, all, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
        assertThat(said.toString()).isEmpty();
    }

    /// The Java files below a folder.
    public static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    /// The jars on our own class path whose names begin so.
    public static String jars(String... names) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(jar -> Stream.of(names)
                        .anyMatch(name -> Path.of(jar).getFileName().toString().matches(name + "-[0-9].*\\.jar")))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /// The Java blocks of a page.
    public static String blocks(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.joining("\n"));
    }

    /// Statements as a program, with their imports before them.
    public static String program(String statements) {
        Map<Boolean, String> lines = statements
                .lines()
                .collect(Collectors.partitioningBy(line -> line.startsWith("import "), Collectors.joining("\n")));
        return lines.get(true)
                + "\npublic class Main {\npublic static void main(String[] arguments) throws Exception {\n"
                + lines.get(false) + "\n}\n}\n";
    }

    /// Starts a program with the class path and these variables beside ours; what it prints goes to a file.
    public static Process start(Path said, Map<String, String> variables, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().putAll(variables);
        return builder.start();
    }
}
