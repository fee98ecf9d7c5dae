package streamerapi.localstack.openapi;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EnvelopeValidatorTest {
    private static final String SKIPPED = """
            {"id": "evt_01k4zf2m7xdhjrxt1zpzm14j14", "type": "queue.tts.skipped", "created": "2026-09-12T18:22:10.000Z",
             "actor": {"type": "api_key", "id": "ak_01k4zf2m7xxwph4zf3fea2qapg", "name": "Deck"},
             "data": {"order_id": "tip_1789237200123_4f7k2m9q1x8c3v6b"}}""";

    private final OpenApiDocument document = OpenApiDocument.load();
    private final EnvelopeValidator validator = new EnvelopeValidator(document);

    @TestFactory
    Stream<DynamicTest> theExampleOfEveryEventTypePasses() {
        return document.eventTypes().stream()
                .map(type -> DynamicTest.dynamicTest(
                        type,
                        () -> validator.validate(bytes(document.root()
                                .node()
                                .at("/webhooks/" + type + "/post/requestBody/content/application~1json/example")
                                .toString()))));
    }

    @Test
    void anEventWithoutAnActorPasses() {
        String event = SKIPPED.replaceFirst("\\{\"type\": \"api_key\".*}", "null");

        assertThatCode(() -> validator.validate(bytes(event))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "type": "queue.tts.skipped"     | "type": "queue.tts.jumped"              | No event type
            "type": "queue.tts.skipped"     | "type": "queue.tts.paused"              | order_id
            "id": "evt_01k4                 | "id": "evt_01u4                         | id
            "order_id": "tip_               | "tip_id": 1, "order_id": "tip_          | tip_id
            10.000Z                         | 10Z                                     | created
            "type": "api_key"               | "type": "robot"                         | actor
            "name": "Deck"                  | "name": "Deck", "secret": "sak_"        | actor
            "data": {                       | "tenant_id": "ten_1", "data": {         | tenant_id
            "data": {                       | "payload": {                            | data
            "data": {                       | "data" {                                | not JSON
            """)
    void aPlantedMismatchIsCaught(String from, String to, String named) {
        assertThat(SKIPPED).contains(from);

        assertThatThrownBy(() -> validator.validate(bytes(SKIPPED.replace(from, to))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(named);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
