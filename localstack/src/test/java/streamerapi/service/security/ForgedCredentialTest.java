package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.service.crash.CallInterceptor;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Row;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// A credential that is well formed, names an account and is made up causes reads, and the count of its address.
@NullMarked
class ForgedCredentialTest {

    private static final List<String> READS = List.of("GetItem", "BatchGetItem", "Query");
    private static final String COUNTS_THE_ADDRESS = "UpdateItem";
    private static final int REQUESTS_FOR_A_COUNT = 5;

    private static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    @AutoClose
    private static Service service;

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"), new WatchedRequests(new Collecting()));
    }

    @Test
    void aForgedCredentialWalksAllRoutesAndChangesNothing() {
        Account account = service.newAccount();
        String tip = account.tip("Ada");
        try (TestReceiver receiver = TestReceiver.open()) {
            String endpoint = String.valueOf(account.api()
                    .post("/webhook-endpoints", Map.of("url", receiver.url()))
                    .expect(201)
                    .at("endpoint.id"));
            String user = account.rows("USER#").getFirst().key().sort().substring("USER#".length());
            ApiClient key = new ApiClient(
                    service.stack().authUrl(),
                    Secret.make(Secret.Kind.API_KEY, account.tenantId()).text());
            ApiClient session = new ApiClient(service.stack().authUrl(), null)
                    .with(
                            "Cookie",
                            "session=" + user + "."
                                    + Secret.make(Secret.Kind.SESSION, account.tenantId())
                                            .text())
                    .with("X-CSRF-Token", "Yx3n0cI5n0Uu6sS9l0Zr7b3m8w1q2e4r5t6y7u8i9o0");
            List<Row> before = rows(account);
            CALLS.clear();
            int requests = 0;
            List<String> effects = new ArrayList<>();
            for (Operation operation : OpenApiDocument.load().operations()) {
                if (operation.authenticated() || operation.role() != null) {
                    String path =
                            operation.path().replace("{endpointId}", endpoint).replaceAll("\\{[^}]+}", tip);
                    byte @Nullable [] body = operation.body() == null ? null : Json.write(body(receiver));
                    int seen = CALLS.size();
                    Answer answer = (operation.role() == null ? key : session).send(operation.method(), path, body);
                    effects.addAll(EarlyEffects.named(
                            operation.method() + " " + operation.path(),
                            CALLS.stream().skip(seen).toList()));
                    if (!operation.path().startsWith("/oauth/")) {
                        assertThat(answer.status())
                                .as(path + " " + answer.text())
                                .isEqualTo(401);
                        requests++;
                    }
                }
            }
            assertThat(effects).isEmpty();
            assertThat(requests).isGreaterThan(80);
            assertThat(CALLS).isNotEmpty().allMatch(call -> READS.contains(call) || call.equals(COUNTS_THE_ADDRESS));
            assertThat(CALLS.stream().filter(COUNTS_THE_ADDRESS::equals).count())
                    .isLessThanOrEqualTo(requests / REQUESTS_FOR_A_COUNT + 20L);
            assertThat(rows(account)).isEqualTo(before);
            assertThat(receiver.received())
                    .extracting(delivery -> delivery.header("Service-Event"))
                    .doesNotContain("ping");
        }
    }

    private static Map<String, Object> body(TestReceiver receiver) {
        return Map.of(
                "name",
                "Ada",
                "url",
                receiver.url(),
                "value",
                1,
                "email",
                "a@example.com",
                "password",
                "a long enough one",
                "role",
                "moderator",
                "scopes",
                List.of("tts:read"));
    }

    private static List<Row> rows(Account account) {
        return Stream.of(
                        "TIP#",
                        "SLOT#",
                        "SUBSCRIBER#",
                        "COUNTER#",
                        "USER#",
                        "KEY#",
                        "ALLOTMENT#",
                        "OVERLAY#",
                        "REGISTERED#")
                .flatMap(kind -> account.rows(kind).stream())
                .toList();
    }

    private static final class Collecting implements CallInterceptor.Watcher {
        @Override
        public int before(String operation) {
            CALLS.add(operation);
            return 0;
        }

        @Override
        public void after(int number) {}
    }
}
