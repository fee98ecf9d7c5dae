package streamerapi.localstack;

import org.junit.jupiter.api.Test;
import streamerapi.localstack.gateway.HttpRoutes;
import streamerapi.localstack.sockets.SocketApi;
import streamerapi.localstack.template.Template;

import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

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
}
