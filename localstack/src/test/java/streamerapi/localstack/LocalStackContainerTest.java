package streamerapi.localstack;

import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import streamerapi.service.Service;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// The service over LocalStack, in the image of compose.yaml, if there is a Docker engine.
class LocalStackContainerTest {

    private static final Pattern IMAGE = Pattern.compile("image: (localstack/\\S+:\\d\\S+)");

    private static final int PORT = 4566;

    @Test
    void theServiceStartsAndWorksOverLocalStack() throws IOException {
        Matcher image = IMAGE.matcher(Files.readString(Service.root().resolve("localstack/compose.yaml")));
        assertThat(image.find()).as("the image has a version").isTrue();
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            System.out.println("SKIPPED: there is no Docker engine, so AWS_ENDPOINT_URL is not tried with LocalStack");
            abort("there is no Docker engine");
        }
        DockerImageName name = DockerImageName.parse(Objects.requireNonNull(image.group(1)));
        try (GenericContainer<?> localStack = new GenericContainer<>(name)
                .withEnv("SERVICES", "dynamodb,dynamodbstreams,sqs")
                .withEnv("SQS_ENDPOINT_STRATEGY", "dynamic")
                .withExposedPorts(PORT)
                .waitingFor(Wait.forHttp("/_localstack/health").forPort(PORT))) {
            localStack.start();
            OtherEmulator.carriesATip(
                    URI.create("http://" + localStack.getHost() + ":" + localStack.getMappedPort(PORT)));
        }
    }
}
