package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.tips.NewTip;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Export of everything that an account has.
@NullMarked
class AccountExportTest {

    private static final String PATH = "/dashboard/api/account/export";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();

    @Test
    void itHoldsWhatTheAccountHas() {
        tip("Grace");
        api.send("PUT", "/counters/wins", Json.write(Map.of("value", 3))).expect(201);
        account.connector("card_processor")
                .send("payment.captured", Map.of("payment_id", "p1", "name", "Grace", "amount", 10));
        account.connector("alpha")
                .send("viewer.signed_in", Map.of("platform_user_id", "7", "login", "grace", "display_name", "Grace"));
        account.events();

        Answer export = owner.get(PATH).expect(200);

        assertThat(export.each("records", "kind"))
                .contains("account", "user", "api_key", "tip", "counter", "viewer", "event", "ledger_entry", "payment");
        assertThat(export.each("records", "id")).contains("wins", "alpha#7", account.tenantId());
        assertThat(export.at("has_more")).isEqualTo(false);
        assertThat(export.text()).contains("\"display_name\":\"Grace\"", account.email());
    }

    @Test
    void goalsAndTheTimerAreInItAsTheyStand() {
        owner.post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("goal")))
                .expect(201);
        api.send("PUT", "/overlays/timer", Json.write(Map.of("minutes", 5))).expect(200);
        api.send("PUT", "/overlays/goals/follows", Json.write(Map.of("target", 100)))
                .expect(200);
        account.connector("alpha").send("follow", Map.of("user_id", "1", "user_name", "Grace", "user_login", "grace"));

        Answer export = owner.get(PATH).expect(200);

        assertThat(export.each("records", "kind")).contains("overlay", "count_goal", "alert_tally", "stream_timer");
    }

    @Test
    void noSecretIsInIt() {
        TestApp.Tokens tokens =
                TestApp.confidential(service.newAccount(), Scope.TTS_READ).connect(account);
        TestApp app = TestApp.confidential(account, Scope.TTS_READ);
        Answer endpoint = api.post("/webhook-endpoints", Map.of("url", "https://example.com/hooks"))
                .expect(201);
        Answer overlay = owner.post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("tts")))
                .expect(201);
        Answer further = owner.post("/dashboard/api/overlays/" + overlay.at("overlay.id") + "/keys")
                .expect(201);
        Answer invited = owner.post(
                        "/dashboard/api/team/invitations",
                        Map.of("email", account.tenantId() + "@example.com", "role", "moderator"))
                .expect(201);
        List<String> secrets = new ArrayList<>(List.of(
                account.apiKey(),
                tokens.access(),
                tokens.refresh(),
                Objects.requireNonNull(app.secret()),
                String.valueOf(endpoint.at("secret")),
                String.valueOf(overlay.at("key")),
                String.valueOf(further.at("key")),
                String.valueOf(invited.at("link.url")).replaceFirst(".*\\.", ""),
                String.valueOf(account.user(account.email()).get(Attribute.text("password")))));
        account.ingestSecrets().values().forEach(secret -> secrets.add(String.valueOf(secret)));

        String export = owner.get(PATH).expect(200).text();

        assertThat(export).contains("webhook_endpoint", "overlay", "connected_app", "registered_app");
        for (String secret : secrets) {
            assertThat(export).doesNotContain(secret).doesNotContain(Sha256.hex(secret));
        }
    }

    @Test
    void anAppThatTheAccountRegisteredIsInItWithWhatItWasRegisteredWith() {
        TestApp.confidential(account, Scope.TTS_READ);

        Answer export = owner.get(PATH).expect(200);

        assertThat(((List<?>) Objects.requireNonNull(export.at("records")))
                        .stream()
                                .map(Json::asObject)
                                .filter(record -> "registered_app".equals(record.get("kind")))
                                .map(record -> Json.asObject(record.get("data")).keySet())
                                .toList())
                .singleElement()
                .satisfies(fields -> assertThat(fields)
                        .contains("name", "redirect_uris", "scopes")
                        .doesNotContain("secret"));
    }

    @Test
    void checkoutsOfTheTipPageAreInItWithoutTheAddressesAtWhichTheyArePaid() {
        StripeShop shop = new StripeShop(account).connected();
        shop.start(shop.tipOf("Zephyrine", "xylophone", new NewTip.Donor(Platform.ALPHA, "99887766")));

        Answer export = owner.get(PATH).expect(200);

        assertThat(export.each("records", "kind")).containsOnlyOnce("checkout");
        assertThat(export.text())
                .contains("\"name\":\"Zephyrine\"", "xylophone")
                .doesNotContain("\"address\"");
        assertThat(paged(1, "kind")).containsOnlyOnce("checkout");
    }

    /// A field of all records, read page by page.
    private List<String> paged(int limit, String field) {
        List<String> paged = new ArrayList<>();
        String cursor = "";
        do {
            Answer page = owner.get(PATH + "?limit=" + limit + cursor).expect(200);
            paged.addAll(page.each("records", field));
            cursor = page.at("next_cursor") == null ? "" : "&before=" + page.at("next_cursor");
        } while (!cursor.isEmpty());
        return paged;
    }

    @Test
    void pagesHoldEachRecordOnce() {
        for (int tip = 0; tip < 7; tip++) {
            tip("Donor " + tip);
        }
        account.events();
        List<String> whole = owner.get(PATH).expect(200).each("records", "id");

        assertThat(paged(3, "id")).isEqualTo(whole).doesNotHaveDuplicates();
        owner.get(PATH + "?before=nonsense").refuses(400, "bad_request").names("before");
        for (String text : List.of("0TIP#x", "-1abc", "+1abc", "00", "99TIP#x", "012!x", "012Z", "\u0661\u0661TIP#x")) {
            String forged =
                    Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
            owner.get(PATH + "?before=" + forged).refuses(400, "bad_request").names("before");
        }
        owner.get(PATH + "?limit=1001").refuses(400, "bad_request").names("limit");
    }

    @Test
    void aPageStaysBelowWhatAFunctionCanAnswer() {
        List<Write> rows = IntStream.range(0, 700)
                .mapToObj(i -> Write.put(Row.of(ChatKeys.aiMemory(account.tenantId(), "cmd_" + i, "shared"))
                        .with(Attribute.any("text"), "y".repeat(6_000))))
                .toList();
        for (int first = 0; first < rows.size(); first += 50) {
            account.table().write(rows.subList(first, first + 50));
        }

        Answer page = owner.get(PATH).expect(200);

        assertThat(page.bytes().length).isBetween(3_000_000, 4_000_000);
        assertThat(page.at("has_more")).isEqualTo(true);
    }

    @Test
    void theOwnerTakesItAwayAsLinesOfJson() {
        tip("Grace");
        DashboardVisitor visitor = DashboardVisitor.owner(account);

        assertThat(visitor.open("/dashboard/account").expect(200).text()).contains("/dashboard/account/export");
        assertThat(visitor.open("/dashboard/account/export").expect(200).text())
                .contains("This is the last part.", "/dashboard/account/export/account.ndjson?part=1");
        Answer file =
                visitor.open("/dashboard/account/export/account.ndjson?part=1").expect(200);

        assertThat(file.header("Content-Type")).isEqualTo("application/x-ndjson");
        assertThat(file.header("Content-Disposition")).contains("account-1.ndjson");
        List<String> kinds = file.text()
                .lines()
                .map(line -> String.valueOf(
                        Json.readObject(line.getBytes(StandardCharsets.UTF_8)).get("kind")))
                .toList();
        assertThat(kinds).contains("account", "user", "tip", "event");
    }

    @Test
    void timesAreOfISO8601WhateverTheyAreCalled() {
        tip("Grace");
        Row tip = account.rows("TIP#").getFirst();
        Map<String, Object> failed = Map.of("re_1", new BigDecimal("1795833147507"));
        account.table()
                .write(List.of(Write.put(tip.with(Tip.TTS_UNTIL, Instant.ofEpochMilli(1_798_425_147_507L))
                        .with(Attribute.map("refunds_failed_at"), failed))));
        assertThat(owner.get(PATH).expect(200).text())
                .contains("\"tts_until\":\"2026-12-28T02:32:27.507Z\"", "\"re_1\":\"2026-11-28T02:32:27.507Z\"")
                .doesNotContainPattern("_(at|until|since)\":[0-9]");
    }

    @Test
    void onlyTheOwnerGetsIt() {
        account.dashboard(Role.SUPER_ADMIN).get(PATH).refuses(403, "missing_role");
    }

    private void tip(String name) {
        api.post("/tips", Map.of("name", name, "amount", new BigDecimal("2.50"), "paid", true))
                .expect(201);
    }
}
