package streamerapi.localstack.engines;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.service.Service;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;

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

    /// A page of any site can have a browser send a GET, and a POST with the page's origin.
    @Test
    void aPageOfTheWebReachesNeitherEngine() throws Exception {
        try (var engines = Engines.embedded(null, () -> {});
                HttpClient browser = HttpClient.newHttpClient()) {
            String queue = engines.sqs().createQueue(b -> b.queueName("Work")).queueUrl();
            String forged = "Action=SendMessage&MessageBody=forged";
            for (String path : List.of(
                    "/000000000000/Work?" + forged,
                    "/queue/Work?" + forged,
                    "/?" + forged + "&QueueUrl=http://127.0.0.1/000000000000/Work")) {
                URI address = engines.sqsAddress().resolve(path);
                browser.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding());
            }
            assertThat(engines.sqs().receiveMessage(b -> b.queueUrl(queue)).messages())
                    .isEmpty();

            HttpRequest tables = HttpRequest.newBuilder(engines.dynamoDbAddress())
                    .header("Origin", "http://rebound.example:8000")
                    .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
                    .header("Content-Type", "application/x-amz-json-1.0")
                    .header(
                            "Authorization",
                            "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request,"
                                    + " SignedHeaders=host, Signature=00")
                    .POST(BodyPublishers.ofString("{}"))
                    .build();
            assertThat(browser.send(tables, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(403);
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
