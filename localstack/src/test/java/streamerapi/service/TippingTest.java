package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The tipping switch (spec "Tipping switch", contract "REST").
@NullMarked
class TippingTest {

    private static final String OPEN = "/tipping/open";
    private static final String CLOSE = "/tipping/close";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void anAccountBeginsOpen() {
        assertThat(status()).isEqualTo(untouched());
    }

    @Test
    void anOpenSwitchCloses() {
        Instant before = service.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        api.post(CLOSE).expect(200);
        Instant after = service.clock().instant();

        Map<String, @Nullable Object> status = status();
        assertThat(status).containsOnlyKeys("is_open", "changed_at").containsEntry("is_open", false);
        assertThat(Instant.parse(String.valueOf(status.get("changed_at")))).isBetween(before, after);
        assertThat(happenings.last("tipping.closed")).isEmpty();
    }

    @Test
    void aClosedSwitchOpens() {
        api.post(CLOSE).expect(200);
        api.post(OPEN).expect(200);

        assertThat(status()).containsEntry("is_open", true);
        assertThat(happenings.last("tipping.opened")).isEmpty();
        assertThat(account.eventTypes()).containsExactly("tipping.closed", "tipping.opened");
    }

    @Test
    void whatChangesNothingSucceedsAndEmitsNothing() {
        api.post(OPEN).expect(200);
        assertThat(status()).isEqualTo(untouched());
        api.post(CLOSE).expect(200);
        Map<String, @Nullable Object> closed = status();
        service.clock().advance(Duration.ofSeconds(1));
        api.post(CLOSE).expect(200);

        assertThat(status()).isEqualTo(closed);
        assertThat(account.eventTypes()).containsExactly("tipping.closed");
    }

    @Test
    void ofManyWhoCloseAtOnceOneDoes() {
        AtOnce.run(6, i -> api.post(CLOSE).expect(200));

        assertThat(account.eventTypes()).containsExactly("tipping.closed");
    }

    @Test
    void everyCredentialMayAskAndTheScopeAloneDecides() {
        ApiClient reader = account.api(Scope.TTS_READ);

        reader.get("/tipping").expect(200);
        for (String path : new String[] {OPEN, CLOSE}) {
            assertThat(reader.post(path).refuses(403, "missing_scope").at("required_scope"))
                    .isEqualTo("tipping:control");
        }
        account.api(Scope.TIPPING_CONTROL).post(CLOSE).expect(200);
    }

    @Test
    void tipsComeInThroughTheApiWhileItIsClosed() {
        api.post(CLOSE).expect(200);

        account.tip("Ada");
        api.post("/tips/test").expect(201);

        assertThat(account.eventTypes()).containsExactly("tipping.closed", "tip.created", "tip.created");
    }

    @Test
    void aModeratorFlipsItInTheDashboardByName() {
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        moderator.post("/dashboard/api" + CLOSE).expect(200);

        assertThat(moderator.get("/dashboard/api/tipping").expect(200).at("tipping"))
                .isEqualTo(status());
        assertThat(Json.asObject(happenings.all("tipping.closed").getLast().get("actor")))
                .containsEntry("type", "user");
        moderator.post("/dashboard/api" + OPEN).expect(200);
        assertThat(status()).containsEntry("is_open", true);
    }

    @Test
    void aSocketIsToldHowItStands() {
        try (TestSocket earlier = TestSocket.signIn(service, account.apiKey())) {
            earlier.next("ready");
            api.post(CLOSE).expect(200);
            earlier.next("tipping.closed");
        }
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            Map<String, @Nullable Object> data =
                    Json.asObject(socket.next("ready").get("data"));
            assertThat(Json.asObject(data.get("snapshot"))).containsEntry("tipping", status());

            api.post(OPEN).expect(200);
            assertThat(socket.next("tipping.opened")).containsEntry("data", Map.of());
        }
    }

    private Map<String, @Nullable Object> status() {
        return Json.asObject(api.get("/tipping").expect(200).at("tipping"));
    }

    private static Map<String, @Nullable Object> untouched() {
        Map<String, @Nullable Object> untouched = new LinkedHashMap<>();
        untouched.put("is_open", true);
        untouched.put("changed_at", null);
        return untouched;
    }
}
