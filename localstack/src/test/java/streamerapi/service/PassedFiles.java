package streamerapi.service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import streamerapi.shared.digests.Sha256;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The digests of the files that classes with [IfChanged] passed with.
final class PassedFiles implements ExecutionCondition, TestWatcher, AfterAllCallback {

    private static final String PASSED = "localstack/src/test/resources/passed.txt";

    private final Set<String> passed = ConcurrentHashMap.newKeySet();

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isPresent() || Boolean.getBoolean("checks.again")) {
            return ConditionEvaluationResult.enabled("it is asked of the class");
        }
        Class<?> tests = context.getRequiredTestClass();
        return digest(tests).equals(all().get(tests.getSimpleName()))
                ? ConditionEvaluationResult.disabled("it passed with these files")
                : ConditionEvaluationResult.enabled("a file changed");
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        passed.add(context.getRequiredTestMethod().getName());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Class<?> tests = context.getRequiredTestClass();
        boolean all = Arrays.stream(tests.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(Test.class))
                .allMatch(test -> passed.contains(test.getName()));
        if (all) {
            keep(tests.getSimpleName(), digest(tests));
        }
    }

    private static String digest(Class<?> tests) {
        String source = "localstack/src/test/java/" + tests.getName().replace('.', '/') + ".java";
        String texts = Stream.concat(
                        Stream.of(source),
                        Stream.of(tests.getAnnotation(IfChanged.class).value()))
                .map(PassedFiles::text)
                .collect(Collectors.joining("\n"));
        return Sha256.hex(texts).substring(0, 24);
    }

    private static synchronized void keep(String name, String digest) {
        Map<String, String> all = all();
        if (!digest.equals(all.put(name, digest))) {
            write(all.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                    .collect(Collectors.joining()));
        }
    }

    private static synchronized Map<String, String> all() {
        return text(PASSED)
                .lines()
                .map(line -> line.split(" ", 2))
                .collect(Collectors.toMap(line -> line[0], line -> line[1], (one, two) -> two, TreeMap::new));
    }

    private static String text(String file) {
        try {
            return Files.readString(Service.root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(String text) {
        try {
            Files.writeString(Service.root().resolve(PASSED), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
