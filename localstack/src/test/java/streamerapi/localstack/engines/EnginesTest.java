package streamerapi.localstack.engines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.service.Service;

import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@ResourceLock(Service.DATA_DIRECTORY)
class EnginesTest {
    @TempDir
    private Path directory;

    @Test
    void eachDataDirectoryKeepsItsOwnMessages() {
        for (String name : new String[] {"one", "other"}) {
            try (var engines = Engines.embedded(directory.resolve(name), () -> {})) {
                assertThat(engines.sqs().listQueues().queueUrls()).isEmpty();
                String url = engines.sqs().createQueue(b -> b.queueName(name)).queueUrl();
                engines.sqs().sendMessage(b -> b.queueUrl(url).messageBody("of " + name));
            }
        }
        try (var engines = Engines.embedded(directory.resolve("one"), () -> {})) {
            String url = engines.sqs().getQueueUrl(b -> b.queueName("one")).queueUrl();
            assertThat(engines.sqs().listQueues().queueUrls()).hasSize(1);
            assertThat(engines.sqs().receiveMessage(b -> b.queueUrl(url)).messages())
                    .singleElement()
                    .satisfies(message -> assertThat(message.body()).isEqualTo("of one"));
        }
    }

    @Test
    void oneStackOfAJvmMayKeepMessages() {
        try (var engines = Engines.embedded(directory.resolve("one"), () -> {})) {
            assertThat(engines.tellWrites()).isTrue();
            assertThatThrownBy(() -> Engines.embedded(directory.resolve("other"), () -> {}))
                    .hasMessageContaining("Another stack of this JVM keeps its messages");
        }
    }
}
