package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.ledger.Ledger;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/// Tip goals: what counts, and from when to when (spec "TipGoal", contract "REST").
@NullMarked
class TipGoalsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final Answer made = account.dashboard()
            .post("/dashboard/api/overlays", Map.of("name", "Main"))
            .expect(201);
    private final String id = String.valueOf(made.at("overlay.id"));
    private final String goal = "/overlays/" + id + "/tip-goal";

    @Test
    void anOverlayHasAGoalFromTheBeginning() {
        assertThat(api.get(goal).expect(200).text())
                .isEqualTo("{\"tip_goal\":{\"enabled\":false,\"title\":\"\",\"amount\":0,\"current\":0,"
                        + "\"currency\":\"EUR\",\"starts_at\":null,\"ends_at\":null,\"other_sums\":[]}}");
    }

    @Test
    void aGoalChangesInWhatIsSent() {
        api.patch(goal, Map.of("enabled", true, "title", "New microphone", "amount", new BigDecimal("250.50")))
                .expect(200);
        api.patch(goal, Map.of("starts_at", "2026-09-01T02:00:00+02:00", "ends_at", "2027-01-01T00:00:00Z"))
                .expect(200);
        assertThat(api.get(goal).text())
                .isEqualTo("{\"tip_goal\":{\"enabled\":true,\"title\":\"New microphone\",\"amount\":250.5,"
                        + "\"current\":0,\"currency\":\"EUR\",\"starts_at\":\"2026-09-01T00:00:00.000Z\","
                        + "\"ends_at\":\"2027-01-01T00:00:00.000Z\",\"other_sums\":[]}}");

        api.patch(goal, Map.of("starts_at", "")).expect(200);
        api.patch(goal, Collections.singletonMap("ends_at", null)).expect(200);
        assertThat(api.get(goal).text()).endsWith("\"starts_at\":null,\"ends_at\":null,\"other_sums\":[]}}");
        assertThat(api.get(goal).at("tip_goal.title")).isEqualTo("New microphone");
    }

    @Test
    void whatIsNoGoalIsRefused() {
        refused("enabled", "yes");
        refused("title", "x".repeat(81));
        refused("title", 5);
        refused("amount", -1);
        refused("amount", 1_000_001);
        refused("amount", new BigDecimal("1.001"));
        refused("amount", "5");
        for (String time : List.of("starts_at", "ends_at")) {
            refused(time, "yesterday");
            refused(time, "2026-09-01");
            refused(time, "2026-09-01T00:00:00");
            refused(time, "2026-13-01T00:00:00Z");
            refused(time, "+999999999-01-01T00:00:00Z");
            refused(time, "-0001-01-01T00:00:00Z");
            refused(time, 1_763_693_883);
            refused(time, " ");
        }
        assertThat(api.get(goal).at("tip_goal.title")).isEqualTo("");
    }

    @Test
    void aGoalEndsAfterItStarts() {
        String start = "2026-09-01T00:00:00Z";
        for (String end : List.of(start, "2026-09-01T01:59:59+02:00", "2020-01-01T00:00:00Z")) {
            assertThat(api.patch(goal, Map.of("starts_at", start, "ends_at", end))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("ends_at");
        }
        api.patch(goal, Map.of("ends_at", start)).expect(200);
        assertThat(api.patch(goal, Map.of("starts_at", start))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("ends_at");
        api.patch(goal, Map.of("starts_at", start, "ends_at", "2026-09-01T00:00:00.001Z"))
                .expect(200);
    }

    @Test
    void whatIsNoAmountIsNotAdded() {
        for (Object amount : List.of(0, 1_000_001, -1_000_001, new BigDecimal("0.001"), "5", true)) {
            assertThat(api.post(goal + "/add", Map.of("amount", amount))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("amount");
        }
        assertThat(api.post(goal + "/add", Map.of()).refuses(400, "bad_request").at("field"))
                .isEqualTo("amount");
        assertThat(current()).isEqualTo("0");
    }

    @Test
    void aGoalThatIsNotThereIsNotFound() {
        for (String other : List.of("o_00000000", "o", id + "#PRESENCE")) {
            String path = "/overlays/" + other.replace("#", "%23") + "/tip-goal";
            api.get(path).refuses(404, "not_found");
            api.patch(path, Map.of("title", "x")).refuses(404, "not_found");
            api.post(path + "/add", Map.of("amount", 1)).refuses(404, "not_found");
        }
    }

    @Test
    void goalsNeedTheirScope() {
        ApiClient other = account.api(Scope.TIPS_CREATE);
        other.get(goal).refuses(403, "missing_scope");
        other.patch(goal, Map.of("title", "x")).refuses(403, "missing_scope");
        other.post(goal + "/add", Map.of("amount", 1)).refuses(403, "missing_scope");
        assertThat(account.dashboard().get("/dashboard/api" + goal).expect(200).at("tip_goal.enabled"))
                .isEqualTo(false);
    }

    @Test
    void whatWasPaidInTheAccountsCurrencyCounts() {
        tip(Map.of("amount", new BigDecimal("5.10"), "paid", true));
        tip(Map.of("amount", new BigDecimal("0.20"), "paid", true, "currency", "EUR"));
        tip(Map.of("amount", 100, "paid", true, "currency", "USD"));
        tip(Map.of("amount", 1000));
        tip(Map.of("paid", true));
        api.post("/tips/test", Map.of("amount", 10_000)).expect(201);
        account.dashboard()
                .post("/dashboard/api/manual-tips", Map.of("name", "Ada", "amount", 20_000))
                .expect(201);

        assertThat(current()).isEqualTo("5.3");
        assertThat(api.get(goal).at("tip_goal.other_sums")).hasToString("[{currency=USD, amount=100}]");
    }

    @Test
    void aReplayDoesNotCountAgain() {
        String order = tip(Map.of("amount", 5, "paid", true));
        for (String step : List.of("start", "finish", "replay")) {
            api.post("/tts/" + order + "/" + step).expect(200);
        }

        assertThat(current()).isEqualTo("5");
    }

    @Test
    void whatWasPaidBeforeTheGoalBeganDoesNotCount() {
        tip(Map.of("amount", 5, "paid", true));
        api.post(goal + "/add", Map.of("amount", 7)).expect(200);
        assertThat(current()).isEqualTo("12");
        Instant begins = service.clock().instant().plusMillis(2);
        api.patch(goal, Map.of("starts_at", begins.toString())).expect(200);

        assertThat(current()).isEqualTo("0");
        api.patch(goal, Map.of("starts_at", "", "ends_at", begins.toString())).expect(200);
        assertThat(current()).isEqualTo("12");
    }

    @Test
    void whatIsAddedCountsForItsOwnGoalAlone() {
        String other = String.valueOf(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Other"))
                .expect(201)
                .at("overlay.id"));
        tip(Map.of("amount", 5, "paid", true));

        assertThat(api.post(goal + "/add", Map.of("amount", new BigDecimal("20.55")))
                        .expect(200)
                        .at("tip_goal.current"))
                .hasToString("25.55");
        assertThat(api.post(goal + "/add", Map.of("amount", -30)).expect(200).at("tip_goal.current"))
                .hasToString("-4.45");
        assertThat(current()).isEqualTo("-4.45");
        assertThat(api.get("/overlays/" + other + "/tip-goal").at("tip_goal.current"))
                .hasToString("5");
    }

    @Test
    void theAnswerToAnAdditionIsTheGoalAsItIsRead() {
        api.post(goal + "/add", Map.of("amount", new BigDecimal("2.5"))).expect(200);

        assertThat(api.post(goal + "/add", Map.of("amount", new BigDecimal("-1.5")))
                        .expect(200)
                        .text())
                .isEqualTo(api.get(goal).expect(200).text());
    }

    @Test
    void whatIsAddedOutsideTheGoalsTimeDoesNotCount() {
        api.patch(goal, Map.of("ends_at", "2020-01-01T00:00:00Z")).expect(200);

        assertThat(api.post(goal + "/add", Map.of("amount", 5)).expect(200).at("tip_goal.current"))
                .hasToString("0");
        assertThat(current()).isEqualTo("0");
    }

    @Test
    void tipsAndAdditionsAtOnceAllCount() {
        AtOnce.run(
                20,
                i -> i % 2 == 0
                        ? api.post("/tips", Map.of("name", "Ada", "amount", new BigDecimal("0.1"), "paid", true))
                                .expect(201)
                        : api.post(goal + "/add", Map.of("amount", new BigDecimal("0.2")))
                                .expect(200));

        assertThat(current()).isEqualTo("3");
    }

    @Test
    void changesToDifferentFieldsAtOnceAllHold() {
        for (int round = 1; round <= 5; round++) {
            List<Map<String, Object>> changes = List.of(
                    Map.of("enabled", round % 2 == 1),
                    Map.of("title", "Goal " + round),
                    Map.of("amount", round),
                    Map.of("starts_at", "2026-01-0" + round + "T00:00:00.000Z"),
                    Map.of("ends_at", "2027-01-0" + round + "T00:00:00.000Z"));

            AtOnce.run(changes.size(), i -> api.patch(goal, changes.get(i)).expect(200));

            Map<String, @Nullable Object> shown =
                    new HashMap<>(Json.asObject(api.get(goal).at("tip_goal")));
            shown.keySet().removeAll(List.of("current", "currency", "other_sums"));
            Map<String, Object> expected = new HashMap<>();
            changes.forEach(expected::putAll);
            expected.put("amount", new BigDecimal(round));
            assertThat(shown).isEqualTo(expected);
        }
    }

    @Test
    void aSumIsExactOverAnySpan() {
        Ledger ledger = new Ledger(account.table(), service.clock());
        Random random = new Random(7);
        Instant first = Instant.parse("2024-02-27T21:30:00Z");
        List<Map.Entry<Instant, Long>> all = new ArrayList<>();
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            Instant at = i % 3 == 0
                    ? first.plus(Duration.ofMinutes(30L * random.nextInt(400)))
                    : first.plusMillis(random.nextLong(Duration.ofDays(70).toMillis()));
            long hundredths = random.nextInt(100_000) - 1_000L;
            all.add(Map.entry(at, hundredths));
            writes.addAll(List.of(
                    Ledger.entry(account.tenantId(), "EUR", at, "tip_" + i, BigDecimal.valueOf(hundredths, 2))));
        }
        writes.forEach(write -> account.table().write(List.of(write)));

        for (int i = 0; i < 150; i++) {
            Instant from = edge(random, first, all);
            Instant to = edge(random, first, all);
            assertThat(ledger.sum(account.tenantId(), List.of("EUR"), from, to))
                    .as(from + " to " + to)
                    .isEqualByComparingTo(expected(all, from, to));
        }
        assertThat(ledger.sum(account.tenantId(), List.of("EUR"), null, null))
                .isEqualByComparingTo(expected(all, null, null));
    }

    @Test
    void aChangeReloadsTheOverlayAndNoChangeDoesNot() {
        try (TestSocket socket = signIn()) {
            socket.next("ready");
            api.patch(goal, Map.of("title", "")).expect(200);
            api.patch(goal, Map.of()).expect(200);
            account.tip("Ada");
            assertThat(socket.typesUntil("tip.created")).doesNotContain("reload");

            api.patch(goal, Map.of("title", "New microphone")).expect(200);

            socket.skipTo("reload");
        }
    }

    @Test
    void anAdditionIsShownToTheOverlay() {
        try (TestSocket socket = signIn()) {
            Map<String, @Nullable Object> overlay = Json.asObject(
                    Json.asObject(socket.next("ready").get("data")).get("overlay"));
            assertThat(Json.writeText(overlay.get("tip_goal"))).contains("\"current\":0");

            Answer added = api.post(goal + "/add", Map.of("amount", 5)).expect(200);

            assertThat(socket.skipTo("tip_goal").get("data")).isEqualTo(added.at("tip_goal"));
        }
    }

    @Test
    void aSumReadsNoMoreThanEightRowsOfADayAndEightOfAMonthHoweverManyTipsThereAre() {
        for (int i = 0; i < 40; i++) {
            tip(Map.of("amount", 5, "paid", true));
        }

        List<String> rows =
                account.rows("LEDGER#").stream().map(row -> row.key().sort()).toList();

        assertThat(rows).filteredOn(key -> key.contains("#E#")).hasSize(40);
        assertThat(rows).filteredOn(key -> key.contains("#D#")).hasSizeLessThanOrEqualTo(8);
        assertThat(rows).filteredOn(key -> key.contains("#M#")).hasSizeLessThanOrEqualTo(8);
        assertThat(current()).isEqualTo("200");
    }

    private TestSocket signIn() {
        return TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))));
    }

    private static BigDecimal expected(
            List<Map.Entry<Instant, Long>> all, @Nullable Instant from, @Nullable Instant to) {
        long sum = all.stream()
                .filter(entry -> from == null || !entry.getKey().isBefore(from))
                .filter(entry -> to == null || entry.getKey().isBefore(to))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return BigDecimal.valueOf(sum, 2);
    }

    /// A time that lies on an edge of an hour, of a day, of an entry, or anywhere; or none.
    private static @Nullable Instant edge(Random random, Instant first, List<Map.Entry<Instant, Long>> all) {
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> all.get(random.nextInt(all.size())).getKey();
            case 2 -> Instant.parse("2024-02-27T00:00:00Z").plus(Duration.ofDays(random.nextInt(75)));
            case 3 -> Instant.parse("2024-02-27T00:00:00Z").plus(Duration.ofHours(random.nextInt(75 * 24)));
            default -> first.plusMillis(random.nextLong(Duration.ofDays(70).toMillis()));
        };
    }

    private void refused(String field, Object value) {
        assertThat(api.patch(goal, Map.of(field, value))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo(field);
    }

    private String tip(Map<String, Object> fields) {
        Map<String, Object> tip = new HashMap<>(fields);
        tip.put("name", "Ada");
        return (String)
                Objects.requireNonNull(api.post("/tips", tip).expect(201).at("tip.order_id"));
    }

    private String current() {
        return String.valueOf(api.get(goal).expect(200).at("tip_goal.current"));
    }
}
