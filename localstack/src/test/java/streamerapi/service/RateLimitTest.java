package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/// How often a caller may call: 120 requests a minute for a key, 240 for an address (spec "Limits").
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RateLimitTest {

    private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query");

    @SuppressWarnings("NullAway.Init") // before all tests
    @AutoClose
    private Service service;

    @BeforeAll
    void start() {
        service = Service.start(Map.of());
    }

    @BeforeEach
    void everyTestHasWindowsOfItsOwn() {
        service.clock().advance(Duration.ofMinutes(2));
    }

    @Test
    void aKeyHasExactlyOneHundredAndTwentyRequestsAMinute() {
        ApiClient api = service.newAccount().api();
        for (int left = 119; left >= 0; left--) {
            Answer answer = api.get("/tts/now").expect(200);
            assertThat(answer.header("RateLimit-Limit")).isEqualTo("120");
            assertThat(answer.header("RateLimit-Remaining")).isEqualTo(Integer.toString(left));
            assertThat(answer.header("RateLimit-Policy")).isEqualTo("120;w=60");
            assertThat(seconds(answer, "RateLimit-Reset")).isBetween(1, 60);
            assertThat(answer.header("Retry-After")).isNull();
        }

        Answer refused = api.get("/tts/now").refuses(429, "rate_limited");

        assertThat(refused.header("RateLimit-Remaining")).isEqualTo("0");
        assertThat(refused.header("RateLimit-Limit")).isEqualTo("120");
        assertThat(refused.header("Retry-After")).isEqualTo(refused.header("RateLimit-Reset"));
        service.newAccount().api().get("/tts/now").expect(200);

        service.clock().advance(Duration.ofSeconds(seconds(refused, "Retry-After")));
        assertThat(api.get("/tts/now").expect(200).header("RateLimit-Remaining"))
                .isEqualTo("119");
    }

    @Test
    void aRefusedRequestChangesNothing() {
        Account account = service.newAccount();
        exhaust(account.api());

        account.api().post("/tts/pause").refuses(429, "rate_limited");

        assertThat(account.eventTypes()).doesNotContain("queue.tts.paused");
    }

    @Test
    void anAddressHasTwoHundredAndFortyRequestsAMinuteWhateverItsKeys() {
        List<ApiClient> keys = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            keys.add(service.newAccount().api());
        }
        for (int i = 0; i < 240; i++) {
            keys.get(i % 3).get("/tts/now").expect(200);
        }

        Answer refused = keys.getFirst().get("/tts/now").refuses(429, "rate_limited");

        assertThat(refused.header("RateLimit-Limit")).isEqualTo("240");
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("240;w=60");
        assertThat(refused.header("RateLimit-Remaining")).isEqualTo("0");
        service.newAccount().api().get("/tts/now").refuses(429, "rate_limited");
        service.clock().advance(Duration.ofSeconds(seconds(refused, "Retry-After")));
        keys.getFirst().get("/tts/now").expect(200);
    }

    @Test
    void requestsWithoutAGoodCredentialCountForTheAddress() {
        String origin = service.stack().authUrl();
        for (int i = 0; i < 60; i++) {
            new ApiClient(origin, null).get("/tts/now").refuses(401, "missing_api_key");
            new ApiClient(origin, "nonsense").get("/tts/now").refuses(401, "invalid_api_key");
            String made = Secret.make(Secret.Kind.API_KEY, "ten_0000000000000").text();
            new ApiClient(origin, made).get("/tts/now").refuses(401, "invalid_api_key");
            new ApiClient(origin, null).get("/tts/nothing/here").refuses(404, "not_found");
        }

        new ApiClient(origin, null).get("/tts/now").refuses(429, "rate_limited");
        service.newAccount().api().get("/tts/now").refuses(429, "rate_limited");
    }

    @Test
    void whoRunsIntoTheLimitIsWarnedOnceAnHour() {
        Account account = service.newAccount();
        AccountEvents happenings = new AccountEvents(account);
        Object id = account.api().get("/me").at("key.id");
        exhaust(account.api());
        assertThat(happenings.all("warning")).hasSize(1);
        Map<String, @Nullable Object> warning = happenings.all("warning").getFirst();
        assertThat(warning.get("actor")).isNull();
        assertThat(Json.asObject(warning.get("data")))
                .containsEntry("code", "rate_limited")
                .containsEntry("credential", id);

        service.clock().advance(Duration.ofMinutes(2));
        exhaust(account.api());
        assertThat(happenings.all("warning")).hasSize(1);

        service.clock().advance(Duration.ofMinutes(60));
        exhaust(account.api());
        assertThat(happenings.all("warning")).hasSize(2);
    }

    @Test
    void threeProcessesAdmitAtMostATwentiethTooManyOfAKey() {
        List<WarmProcess> processes = processes(3);
        Random random = new Random(7);
        for (int window = 0; window < 4; window++) {
            String key = service.newAccount().apiKey();
            for (int again = 0; again < 2; again++) {
                int admitted = 0;
                for (int i = 0; i < 200; i++) {
                    GatewayEvent event = GatewayEvent.get("/v1/tts/now", key, anyAddress(random));
                    if (processes.get(random.nextInt(3)).status(event) == 200) {
                        admitted++;
                    }
                }
                assertThat(admitted).isBetween(120, 126);
                service.clock().advance(Duration.ofSeconds(61));
            }
        }
    }

    @Test
    void threeProcessesAdmitAtMostATwentiethTooManyAtTheSameMoment() {
        List<WarmProcess> processes = processes(3);
        String key = service.newAccount().apiKey();

        List<Integer> admitted = AtOnce.run(24, thread -> {
            Random random = new Random(thread);
            int mine = 0;
            for (int i = 0; i < 10; i++) {
                GatewayEvent event = GatewayEvent.get("/v1/tts/now", key, anyAddress(random));
                mine += processes.get(thread % 3).status(event) == 200 ? 1 : 0;
            }
            return mine;
        });

        int sum = admitted.stream().mapToInt(Integer::intValue).sum();
        for (int i = 0; i < 60; i++) {
            GatewayEvent event = GatewayEvent.get("/v1/tts/now", key, "192.0.2." + i);
            sum += processes.get(i % 3).status(event) == 200 ? 1 : 0;
        }
        assertThat(sum).isBetween(120, 126);
    }

    @Test
    void threeProcessesAdmitAtMostATwentiethTooManyOfAnAddress() {
        List<WarmProcess> processes = processes(3);
        Random random = new Random(11);
        Account account = service.newAccount();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            keys.add(account.newKey(Set.of(Scope.TTS_READ)));
        }
        for (int window = 0; window < 3; window++) {
            int admitted = 0;
            for (int i = 0; i < 360; i++) {
                GatewayEvent event = GatewayEvent.get("/v1/tts/now", keys.get(i % 6), "192.0.2.77");
                if (processes.get(random.nextInt(3)).status(event) == 200) {
                    admitted++;
                }
            }
            assertThat(admitted).isBetween(240, 252);
            service.clock().advance(Duration.ofSeconds(61));
        }
    }

    @Test
    void anIpv6CustomerIsOneAddress() {
        WarmProcess process = processes(1).getFirst();
        for (int i = 0; i < 240; i++) {
            GatewayEvent event = GatewayEvent.get("/v1/tts/now", null, "2001:db8:1:2:" + i + "::1");
            assertThat(process.status(event)).isEqualTo(401);
        }

        assertThat(process.status(GatewayEvent.get("/v1/tts/now", null, "2001:db8:1:2::9")))
                .isEqualTo(429);
        assertThat(process.status(GatewayEvent.get("/v1/tts/now", null, "2001:db8:1:3::9")))
                .isEqualTo(401);
    }

    @Test
    void authenticationAndLimitsWriteAtMostOneRowARequest() {
        String tableUrl = Objects.requireNonNull(
                service.stack().functions().settings("TtsFunction").variables().get("AWS_ENDPOINT_URL_DYNAMODB"));
        try (CountingTable table = new CountingTable(tableUrl)) {
            WarmProcess process = new WarmProcess(service, Map.of("AWS_ENDPOINT_URL_DYNAMODB", table.url()));
            Account account = service.newAccount();
            List<String> credentials = new ArrayList<>(List.of(
                    account.apiKey(),
                    account.newKey(Set.of(Scope.TTS_CONTROL)),
                    Secret.make(Secret.Kind.API_KEY, account.tenantId()).text(),
                    "nonsense"));
            int requests = 0;
            int writes = 0;
            for (int i = 0; i < 400; i++) {
                process.status(GatewayEvent.get("/v1/tts/now", credentials.get(i % 4), "192.0.2.78"));
                requests++;
                long written = table.operations().stream()
                        .filter(operation -> !READS.contains(operation))
                        .count();
                assertThat(written).as("request " + requests).isLessThanOrEqualTo(1);
                writes += (int) written;
            }
            assertThat(writes).isBetween(1, requests * 3 / 4);
        }
    }

    @Test
    void aRequestIsAnsweredThatIsCountedWhileATransactionHoldsItsKey() {
        String tableUrl = service.stack().engines().dynamoDbAddress().toString();
        try (CountingTable table = new CountingTable(tableUrl)) {
            WarmProcess process = new WarmProcess(service, Map.of("AWS_ENDPOINT_URL_DYNAMODB", table.url()));
            Account account = service.newAccount();
            for (int i = 0; i < 8; i++) {
                table.conflictOnce("UpdateItem");
                assertThat(process.status(GatewayEvent.get("/v1/tts/now", account.apiKey(), "192.0.2.79")))
                        .isEqualTo(200);
            }
            assertThat(table.operations()).filteredOn("UpdateItem"::equals).hasSizeGreaterThan(2);
        }
    }

    private List<WarmProcess> processes(int count) {
        List<WarmProcess> processes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            processes.add(new WarmProcess(service, Map.of()));
        }
        return processes;
    }

    private static String anyAddress(Random random) {
        return "10." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256);
    }

    private static void exhaust(ApiClient api) {
        for (int i = 0; i < 125; i++) {
            if (api.get("/tts/now").status() == 429) {
                return;
            }
        }
        throw new AssertionError("The limit is not kept");
    }

    private static int seconds(Answer answer, String header) {
        return Integer.parseInt(Objects.requireNonNull(answer.header(header)));
    }
}
