package streamerapi.localstack;

import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.service.TestSocket;

import java.net.URI;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The service over tables and queues that are not this project's own.
final class OtherEmulator {

    private OtherEmulator() {}

    /// Starts the service over an emulator, and sends a tip, which must come to a socket and to a webhook's receiver.
    static void carriesATip(URI emulator) {
        try (Service service = Service.start(Service.options().withEmulator(emulator));
                TestReceiver receiver = TestReceiver.open()) {
            Account account = service.newAccount();
            account.api()
                    .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("*")))
                    .expect(201);
            try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
                socket.next("ready");

                account.tip("Ada");

                assertThat(socket.next("tip.created")).containsKey("id");
            }
            await().until(() -> receiver.received().size() == 1);
        }
    }
}
