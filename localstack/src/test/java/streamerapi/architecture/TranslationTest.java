package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.IfChanged;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// Holds the template that CloudFormation is given: template.yaml as the SAM translator makes it, if Python has the
/// translator (`pip install aws-sam-translator cfn-lint`).
@IfChanged({"template.yaml", "localstack/src/test/resources/sam/translate.py"})
@NullMarked
class TranslationTest {

    /// Resources of a stack, at most.
    private static final int MAX_RESOURCES = 500;

    private static final String CODE = "s3://bucket/code";
    private static final Path SCRIPT = Service.root().resolve("localstack/src/test/resources/sam/translate.py");

    @TempDir
    private static Path directory;

    private static String translation = "";
    private static Map<String, @Nullable Object> translated = Map.of();

    @BeforeAll
    static void thereIsATranslator() throws InterruptedException {
        if (!ToolRun.of("python3", "-c", "import samtranslator").succeeded()) {
            System.out.println("SKIPPED: Python has no samtranslator, so that template.yaml is not translated");
            abort("pip install aws-sam-translator cfn-lint");
        }
        translation = output(CODE);
        translated = resources(translation);
    }

    @Test
    void everyFunctionIsCalledByItsAliasWhichLeadsToAVersion() {
        assertThat(translated).hasSizeLessThan(MAX_RESOURCES);
        assertThat(ids(translated, "AWS::Lambda::Function")).isNotEmpty().allSatisfy(function -> {
            assertThat(properties(translated, function + "Aliaslive"))
                    .containsEntry("FunctionName", Map.of("Ref", function));
            assertThat(ids(translated, "AWS::Lambda::Version")).anyMatch(version -> version.startsWith(function));
        });
        for (String trigger : ids(translated, "AWS::Lambda::EventSourceMapping")) {
            assertThat(String.valueOf(properties(translated, trigger).get("FunctionName")))
                    .contains("Aliaslive");
        }
    }

    /// The number of the settings is another one if a parameter's value is; and a version that has another description
    /// is another version.
    @Test
    void aParameterThatIsChangedPublishesVersions() throws InterruptedException {
        Map<String, @Nullable Object> changed =
                translate(CODE, "HeaderPrefix=Acme-", "LogLevel=DEBUG", "Tracing=Active", "FunctionMemory=1024");
        assertThat(ids(changed, "AWS::Lambda::Version"))
                .as("the translator alone publishes nothing for a value")
                .isEqualTo(ids(translated, "AWS::Lambda::Version"));
        for (String version : ids(changed, "AWS::Lambda::Version")) {
            assertThat(properties(changed, version))
                    .containsEntry("Description", Map.of("Fn::Sub", "Settings ${SettingsVersion}"));
        }
        for (String function : ids(changed, "AWS::Lambda::Function")) {
            assertThat(String.valueOf(properties(changed, function).get("Environment")))
                    .as("else CloudFormation finds nothing to publish")
                    .contains("SETTINGS={Ref=SettingsVersion}");
        }
        assertThat(String.valueOf(properties(changed, "SettingsVersion").get("Content")))
                .contains("HeaderPrefix=${HeaderPrefix}", "LogLevel=${LogLevel}", "Tracing=${Tracing}");
    }

    @Test
    void codeThatIsChangedPublishesEveryVersionAndNothingElseDoes() throws InterruptedException {
        assertThat(output(CODE)).isEqualTo(translation);
        assertThat(ids(translate("s3://bucket/other"), "AWS::Lambda::Version"))
                .hasSameSizeAs(ids(translated, "AWS::Lambda::Version"))
                .doesNotContainAnyElementsOf(ids(translated, "AWS::Lambda::Version"));
    }

    @Test
    void cfnLintHasNothingToSayOfIt() throws IOException, InterruptedException {
        if (!ToolRun.of("cfn-lint", "--version").succeeded()) {
            System.out.println("SKIPPED: cfn-lint is not on the PATH, so that the translation is not linted");
            abort("cfn-lint is not on the PATH");
        }
        Path file = directory.resolve("translated.json");
        Files.writeString(file, translation);
        ToolRun result = ToolRun.of("cfn-lint", file.toString());
        assertThat(result.output()).isEmpty();
        assertThat(result.status()).isZero();
    }

    /// The resources of the translation.
    private static Map<String, @Nullable Object> translate(String code, String... parameters)
            throws InterruptedException {
        return resources(output(code, parameters));
    }

    private static Map<String, @Nullable Object> resources(String translation) {
        return Json.asObject(
                Json.readObject(translation.getBytes(StandardCharsets.UTF_8)).get("Resources"));
    }

    private static String output(String code, String... parameters) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "python3",
                SCRIPT.toString(),
                Service.root().resolve("template.yaml").toString(),
                code));
        command.addAll(List.of(parameters));
        ToolRun result = ToolRun.of(command.toArray(String[]::new));
        assertThat(result.status()).as(result.output()).isZero();
        return result.output();
    }

    private static List<String> ids(Map<String, @Nullable Object> resources, String type) {
        return new TreeMap<>(resources)
                .entrySet().stream()
                        .filter(entry ->
                                type.equals(Json.asObject(entry.getValue()).get("Type")))
                        .map(Map.Entry::getKey)
                        .toList();
    }

    private static Map<String, Object> properties(Map<String, @Nullable Object> resources, String id) {
        Map<String, Object> properties = new TreeMap<>();
        Json.asObject(Json.asObject(resources.get(id)).get("Properties"))
                .forEach((name, value) -> properties.put(name, Objects.requireNonNull(value)));
        return properties;
    }
}
