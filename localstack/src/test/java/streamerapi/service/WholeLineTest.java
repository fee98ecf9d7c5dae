package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.openapi.EnvelopeValidator;
import streamerapi.localstack.openapi.OpenApiDocument;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A tip goes in, is claimed, and comes out signed.
@NullMarked
class WholeLineTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aTipReachesReceiverAndSocketWithTheSameBytes() {
        try (TestReceiver receiver = TestReceiver.open();
                TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            account.api()
                    .post("/webhook-endpoints", Map.of("url", receiver.url()))
                    .expect(201);

            String orderId = account.tip("Ada");

            String frame = socket.nextText();
            await().untilAsserted(() -> assertThat(receiver.received()).hasSize(1));
            assertThat(receiver.received().getFirst().text()).isEqualTo(frame).contains(orderId);
            assertThat(account.events()).isEqualTo(List.of(frame));
            new EnvelopeValidator(OpenApiDocument.load())
                    .validate(receiver.received().getFirst().body());
        }
    }

    @Test
    void aTipIsClaimedPlayedAndPassesIntoHistory() {
        String orderId = account.tip("Ada");

        account.api().post("/tts/" + orderId + "/start").expect(200);
        account.api().post("/tts/" + orderId + "/finish").expect(200);

        assertThat(account.api().get("/tts/queue").expect(200).each("items", "order_id"))
                .isEmpty();
        assertThat(account.api().get("/tts/history").expect(200).each("tips", "order_id"))
                .containsExactly(orderId);
        assertThat(account.eventTypes()).containsExactly("tip.created", "queue.tts.started", "queue.tts.finished");
    }
}
