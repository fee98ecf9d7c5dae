package streamerapi.localstack;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.gateway.HttpRoutes;
import streamerapi.localstack.sockets.SocketApi;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateException;

import java.nio.file.Path;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TemplateOfTheProjectTest {
    private final Template template =
            Template.read(Path.of(System.getProperty("project.root", "..")).resolve("template.yaml"));

    @Test
    void everythingInItIsUnderstood() {
        assertThat(template.functions()).isNotEmpty();
        assertThat(template.resources("AWS::SNS::Topic"))
                .as("resources whose condition does not hold")
                .isEmpty();
    }

    @Test
    void itsRoutesFitTogether() {
        assertThat(HttpRoutes.of(template)).isNotNull();
        assertThat(SocketApi.of(template).orElseThrow().stage()).isEqualTo("realtime");
    }

    /// A number that no program can read would fail every delivery, or every effect, and the deployment would not.
    @ParameterizedTest
    @ValueSource(strings = {"WebhookRetryDelays", "EffectRetryDelays"})
    void aDelayThatIsNoTimeIsRefusedAtDeployment(String parameter) {
        Path file = Path.of(System.getProperty("project.root", "..")).resolve("template.yaml");
        Map<String, String> given = Map.of(parameter, "99999999999999999999,5,5,5,5,5,5");

        assertThatThrownBy(() -> Template.read(file, given))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining(parameter)
                .hasMessageContaining("AllowedPattern");
        assertThat(Template.read(file, Map.of(parameter, "0,5,60,3600,86400,604800,999999"))
                        .functions())
                .isNotEmpty();
    }
}
