package streamerapi.architecture;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.service.Service;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/// A parameter that is changed takes effect.
///
/// Everything calls a function by its alias, which leads to a version; and SAM makes a new version if the code changes,
/// not if a parameter's value does. The number of the settings does it: it changes with the values, every function has
/// it in its environment, and every version in its description, and a version with another description is another one.
@NullMarked
class VersionsTest {

    /// The properties that no version of a function holds: those of its events, and its rights.
    private static final List<String> OUTSIDE = List.of("Events", "Policies");

    /// Parameters that have only one value.
    private static final Set<String> FIXED = Set.of("WebhookAllowPrivate");

    /// Which domains need, and on which no function depends.
    private static final String CERTIFICATE = "arn:aws:acm:us-east-1:000000000000:certificate/a";

    private final Template template = template(Map.of());

    @Test
    void theSettingsHoldEveryParameterThatAFunctionDependsOnAndNoOther() {
        for (String parameter : template.parameters().keySet()) {
            if (!FIXED.contains(parameter)) {
                Map<String, String> values = new HashMap<>(Map.of("Certificate", CERTIFICATE));
                values.put(parameter, other(parameter));
                Template changed = template(values);
                assertThat(settings(changed).equals(settings(template)))
                        .as(parameter
                                + " stands in SettingsVersion's Content if a function depends on it, and only then")
                        .isEqualTo(functions(changed).equals(functions(template)));
            }
        }
    }

    @Test
    void everyFunctionAndEveryVersionHasTheNumberOfTheSettings() {
        String number = template.ref(settingsVersion(template));
        assertThat(template.functions()).isNotEmpty().allSatisfy(function -> {
            assertThat(function.properties().text("VersionDescription")).isEqualTo("Settings " + number);
            assertThat(function.properties()
                            .section("Environment")
                            .section("Variables")
                            .text("SETTINGS"))
                    .isEqualTo(number);
        });
        assertThat(Product.text(Service.root().resolve("template.yaml")))
                .contains("SETTINGS: !Ref SettingsVersion")
                .contains("VersionDescription: &settings !Sub \"Settings ${SettingsVersion}\"");
    }

    /// A value of a parameter that is not its default.
    private String other(String parameter) {
        String value = Objects.requireNonNull(template.parameters().get(parameter));
        return switch (parameter) {
            case "LogLevel" -> "DEBUG";
            case "SnapStart" -> "None";
            case "Dashboard" -> "true";
            case "Tracing" -> "Active";
            case "WakeOnStream" -> "2";
            case "SpeechEngine" -> "neural";
            case "SpeechVoice" -> "Brian";
            case "LogRetentionDays" -> "365";
            case "WebhookRetryDelays", "EffectRetryDelays" -> "1,2,3,4,5,6,7";
            case "AiTokenParameter" -> "/streamer-api/ai-token";
            case "HeaderPrefix" -> "Acme-";
            case "ApiDomain", "RealtimeDomain", "PayPalCertHosts" -> "a.example";
            case "Certificate" -> CERTIFICATE;
            case "PayPalCertRoots" -> "QUJD";
            case "HostedZone" -> "Z00000000000";
            case "TableStream" ->
                "arn:aws:dynamodb:us-east-1:000000000000:table/restored/stream/2026-11-22T12:00:00.000";
            default ->
                value.matches("[0-9]+")
                        ? Integer.toString(Integer.parseInt(value) + 1)
                        : (value.isEmpty() ? "https://" : value)
                                + (parameter.equals("VideoSitesUrl") ? "a.example/" : "a.example");
        };
    }

    private static Template template(Map<String, String> parameters) {
        return Template.read(Service.root().resolve("template.yaml"), parameters);
    }

    private static Resource settingsVersion(Template template) {
        return template.resources("AWS::AppConfig::HostedConfigurationVersion").getFirst();
    }

    private static String settings(Template template) {
        return settingsVersion(template).properties().text("Content");
    }

    private static Map<String, String> functions(Template template) {
        return template.functions().stream().collect(Collectors.toMap(Resource::id, function -> {
            ObjectNode properties = function.properties().values().deepCopy();
            return properties.remove(OUTSIDE).toString();
        }));
    }
}
