package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The latest tips and alerts, as an overlay's event list and labels begin with them (docs/realtime.md, "Overlays").
@NullMarked
class OverlayLatestTest {

    @AutoClose
    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final Answer made = account.dashboard()
            .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("events", "labels")))
            .expect(201);
    private final String path = "/overlays/" + made.at("overlay.id") + "/latest";
    private final TestConnector alpha = account.connector("alpha");
    private final ApiClient overlay = new ApiClient(service.stack().authUrl(), String.valueOf(made.at("key")));

    @BeforeAll
    static void aStackWhoseClockIsOurs() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void ofNothingThereIsNothing() {
        Answer latest = latest();

        assertThat(latest.at("events")).isEqualTo(List.of());
        for (String field : List.of("latest_tip", "latest_follower", "latest_subscriber", "top_tip_today")) {
            assertThat(latest.at(field)).as(field).isNull();
        }
        assertThat(latest.at("paid_today")).hasToString("0");
        assertThat(latest.at("currency")).isEqualTo("EUR");
    }

    @Test
    void tipsAndAlertsStandInTheirOrderWithoutWords() {
        alpha.send("follow", Map.of("user_id", "1", "user_name", "Grace", "user_login", "grace"));
        alpha.send("sub", Map.of("user_id", "2", "user_name", "Linus", "user_login", "linus", "tier", 1));
        alpha.send("gift_sub", Map.of("is_anonymous", true, "tier", 1, "total", 5));
        paid("Ada", 5, "Kept off this list");

        Answer latest = latestOf("Ada");

        assertThat(latest.at("events.0.type")).isEqualTo("tip.created");
        assertThat(latest.at("events.0.amount")).hasToString("5");
        assertThat(latest.at("events.0.currency")).isEqualTo("EUR");
        assertThat(latest.at("events.1.name")).isNull();
        assertThat(latest.at("events.1.amount")).hasToString("5");
        assertThat(latest.at("events.2.name")).isEqualTo("Linus");
        assertThat(latest.at("events.3.type")).isEqualTo("alpha.follow");
        assertThat(latest.at("latest_tip")).isEqualTo(latest.at("events.0"));
        assertThat(latest.at("latest_follower")).isEqualTo(latest.at("events.3"));
        assertThat(latest.at("latest_subscriber")).isEqualTo(latest.at("events.1"));
        assertThat(latest.text()).doesNotContain("Kept off");
    }

    @Test
    void replaysAndTrialsAreNoEvents() {
        String tip = paid("Ada", 5, "Hello");
        account.api().post("/tts/" + tip + "/start").expect(200);
        account.api().post("/tts/" + tip + "/finish").expect(200);
        account.api().post("/tts/" + tip + "/replay").expect(200);
        account.api().post("/events/trigger", Map.of("type", "alpha.follow")).expect(202);
        paid("Grace", 6, "");

        Answer latest = latestOf("Grace");

        assertThat(latest.at("events.1.name")).isEqualTo("Ada");
        assertThat((List<?>) Objects.requireNonNull(latest.at("events"))).hasSize(2);
        assertThat(latest.at("latest_follower")).isNull();
    }

    @Test
    void aRemovedTipIsNoneOfThem() {
        paid("Ada", 5, "");
        String bad = paid("Bad name", 50, "");
        latestOf("Bad name");
        try (TestSocket socket =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            socket.next("ready");
            account.api().delete("/tts/" + bad).expect(200);
            socket.next("counts");
        }

        Answer latest = latest();

        assertThat(latest.each("events", "name")).containsExactly("Ada");
        assertThat(latest.at("latest_tip.name")).isEqualTo("Ada");
        assertThat(latest.at("top_tip_today.name")).isEqualTo("Ada");
        assertThat(latest.at("paid_today")).hasToString("55");
    }

    /// The replay brings the tip, and not that it was removed.
    @Test
    void anOverlayThatComesBackReadsTheNamesAnewIfATipWasRemovedMeanwhile() {
        Map<String, Object> signIn = Map.of("overlayKey", String.valueOf(made.at("key")));
        String seen;
        try (TestSocket socket = TestSocket.open(service).send(Map.of("data", signIn))) {
            socket.next("ready");
            paid("Ada", 5, "");
            seen = String.valueOf(socket.next("tip.created").get("id"));
        }
        String bad = paid("Bad name", 50, "");
        account.api().delete("/tts/" + bad).expect(200);
        await().until(() -> account.eventTypes().contains("queue.tts.removed"));
        latestOf("Ada");

        try (TestSocket socket = TestSocket.open(service).send(Map.of("since", seen, "data", signIn))) {
            socket.next("ready");
            assertThat(Json.asObject(socket.next("tip.created").get("data"))).containsEntry("name", "Bad name");
            socket.next("counts");
            socket.next("replay_complete");
        }
    }

    @Test
    void ofAClearedQueueThoseAloneStandThereThatWerePlayed() {
        String played = paid("Ada", 5, "");
        account.api().post("/tts/" + played + "/start").expect(200);
        account.api().post("/tts/" + played + "/finish").expect(200);
        paid("Bad name", 50, "");
        paid("Worse name", 50, "");
        account.api().post("/tts/clear").expect(200);
        paid("Grace", 6, "");

        assertThat(latestOf("Grace").each("events", "name")).containsExactly("Grace", "Ada");
    }

    @Test
    void aNameThatTheFilterHasSinceIsNotShown() {
        paid("Darn Ada", 5, "");
        alpha.send("follow", Map.of("user_id", "1", "user_name", "Darn", "user_login", "darn"));
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("darn"))))
                .expect(200);

        assertThat(latestOf("****").each("events", "name")).containsExactly("****", "**** Ada");
    }

    @Test
    void theDaysSumAndItsHighestTipAreOfTheDay() {
        paid("Yesterday", 500, "");
        service.clock().advance(Duration.ofDays(1));
        paid("Ada", 20, "");
        paid("Grace", 50, "");
        paid("Linus", 7, "");
        account.api()
                .post("/tips", Map.of("name", "Free", "amount", 900, "currency", "EUR", "paid", false))
                .expect(201);

        Answer latest = latestOf("Free");

        assertThat(latest.at("paid_today")).hasToString("77");
        assertThat(latest.at("top_tip_today.name")).isEqualTo("Grace");
        assertThat(latest.at("latest_tip.name")).isEqualTo("Free");
    }

    /// At 20:40 UTC it is 02:10 of the next day in Kolkata, and that day began at 18:30.
    @ParameterizedTest
    @CsvSource({"UTC, 35", "Asia/Kolkata, 14", "America/Los_Angeles, 35", "Pacific/Auckland, 34"})
    void theDayIsThatOfTheChannelsTimeZone(String zone, String sum) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("time_zone", zone))
                .expect(200);
        advanceTo("10:00");
        paid("Morning", 1, "");
        advanceTo("12:20");
        paid("Noon", 20, "");
        advanceTo("18:40");
        paid("Evening", 6, "");
        advanceTo("20:40");
        paid("Night", 8, "");

        Answer latest = latestOf("Night");

        assertThat(latest.at("paid_today")).hasToString(sum);
        assertThat(latest.at("top_tip_today.name")).isEqualTo(zone.equals("Asia/Kolkata") ? "Night" : "Noon");
        long left = ((Number) Objects.requireNonNull(latest.at("day_left_seconds"))).longValue();
        ZonedDateTime now = service.clock().instant().atZone(ZoneId.of(zone));
        ZonedDateTime soonAfter = now.plusSeconds(left).plusMinutes(1);
        assertThat(soonAfter.toLocalDate()).isEqualTo(now.toLocalDate().plusDays(1));
        assertThat(soonAfter.toLocalTime()).isBefore(LocalTime.of(0, 2));
    }

    /// Moves the clock to a time of a day that lies ahead, which has no tips of other tests.
    private void advanceTo(String time) {
        Instant now = service.clock().instant();
        if (time.equals("10:00")) {
            now = now.truncatedTo(ChronoUnit.DAYS).plus(2, ChronoUnit.DAYS);
        }
        Instant then = LocalTime.parse(time)
                .atDate(LocalDate.ofInstant(now, ZoneOffset.UTC))
                .toInstant(ZoneOffset.UTC);
        service.clock().advance(Duration.between(service.clock().instant(), then));
    }

    @Test
    void theListHasTwelveAndWhatIsOlderIsFoundAllTheSame() {
        alpha.send("follow", Map.of("user_id", "1", "user_name", "First", "user_login", "first"));
        IntStream.range(0, 60).forEach(number -> paid("Donor " + number, 1, ""));

        Answer latest = latestOf("Donor 59");

        assertThat((List<?>) Objects.requireNonNull(latest.at("events"))).hasSize(12);
        assertThat(latest.at("events.0.name")).isEqualTo("Donor 59");
        assertThat(latest.at("latest_follower.name")).isEqualTo("First");
    }

    @Test
    void theHighestTipOfTheDayIsFoundBehindAnyNumberOfEvents() {
        advanceTo("10:00");
        paid("Grace", 50, "");
        String removed = paid("Bad name", 500, "");
        account.api().delete("/tts/" + removed).expect(200);
        paid("Linus", 50, "");
        for (int value = 0; value < 520; value++) {
            account.api().send("PUT", "/counters/deaths", Json.write(Map.of("value", value)));
        }
        paid("Ada", 20, "");

        Answer latest = latestOf("Ada");

        assertThat(latest.at("top_tip_today.name")).isEqualTo("Grace");
        assertThat(latest.at("top_tip_today.amount")).hasToString("50");
        assertThat(String.valueOf(latest.at("top_tip_today.id"))).startsWith("evt_");
        advanceTo("10:00");
        assertThat(latest().at("top_tip_today")).isNull();
    }

    @Test
    void itIsTheOverlaysOwn() {
        String other = String.valueOf(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Other"))
                .expect(201)
                .at("overlay.id"));
        overlay.get("/overlays/" + other + "/latest").refuses(404, "not_found");
        account.api().get("/overlays/" + other + "/latest").expect(200);
        account.api().get("/overlays/o_00000000/latest").refuses(404, "not_found");
        service.newAccount().api().get(path).refuses(404, "not_found");
        account.api(Scope.TTS_READ).get(path).refuses(403, "missing_scope");
    }

    /// The scope of overlays opens neither tips nor alerts.
    @Test
    void anotherCredentialSeesWhatItsScopesOpen() {
        alpha.send("follow", Map.of("user_id", "1", "user_name", "Grace", "user_login", "grace"));
        paid("Ada", 5, "");
        latestOf("Ada");

        assertThat(names(Scope.OVERLAYS_MANAGE)).isEmpty();
        assertThat(names(Scope.OVERLAYS_MANAGE, Scope.TTS_READ)).containsExactly("Ada");
        assertThat(names(Scope.OVERLAYS_MANAGE, Scope.VIEWERS_READ)).containsExactly("Grace");
    }

    private List<String> names(Scope... scopes) {
        return account.api(scopes).get(path).expect(200).each("events", "name");
    }

    @Test
    void theContentsOfListsAndLabelsAreChosen() {
        String address = "/dashboard/api/overlays/" + made.at("overlay.id");
        Answer changed = account.dashboard()
                .patch(address, panels(Map.of("event_rows", 12, "labels", List.of("paid_today", "latest_tip"))))
                .expect(200);
        assertThat(Json.writeText(changed.at("overlay.layout.panels.labels")))
                .isEqualTo("[\"paid_today\",\"latest_tip\"]");
        assertThat(account.dashboard()
                        .patch(address, panels(Map.of("event_rows", 3)))
                        .expect(200)
                        .at("overlay.layout.panels.labels"))
                .as("what is not sent stays")
                .isEqualTo(changed.at("overlay.layout.panels.labels"));

        for (int rows : List.of(0, 13)) {
            refused(address, Map.of("event_rows", rows), "layout.panels.event_rows");
        }
        refused(address, Map.of("labels", List.of("latest_tip", "latest_tip")), "layout.panels.labels");
        refused(address, Map.of("labels", List.of("weather")), "layout.panels.labels");
    }

    private void refused(String address, Map<String, Object> panels, String field) {
        assertThat(account.dashboard()
                        .patch(address, panels(panels))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo(field);
    }

    private static Map<String, Object> panels(Map<String, Object> panels) {
        return Map.of("layout", Map.of("panels", panels));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"currency\": \"USD\"}",
                "{\"time_zone\": \"Asia/Tokyo\"}",
                "{\"filter\": {\"block\": [\"darn\"]}}",
                "{\"exchange_rates\": [{\"currency\": \"JPY\", \"rate\": 0.006}]}"
            })
    void anOpenOverlayIsToldToReadItsSumsAndNamesAnewIfTheSettingsShowThemOtherwise(String settings) {
        try (TestSocket socket =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            socket.next("ready");
            account.dashboard()
                    .patch("/dashboard/api/settings", Json.asObject(Json.read(settings)))
                    .expect(200);

            assertThat(socket.next("counts")).isEqualTo(Map.of("type", "counts"));
        }
    }

    private Answer latest() {
        return overlay.get(path).expect(200);
    }

    /// The latest once the newest event is of this name: it stands in the log a moment after it happened.
    private Answer latestOf(String name) {
        return await().until(
                        this::latest,
                        latest -> latest.text().contains("\"name\"") && name.equals(latest.at("events.0.name")));
    }

    private String paid(String name, int amount, @Nullable String message) {
        return String.valueOf(account.api()
                .post(
                        "/tips",
                        Map.of(
                                "name",
                                name,
                                "amount",
                                amount,
                                "currency",
                                "EUR",
                                "paid",
                                true,
                                "message",
                                "" + message))
                .expect(201)
                .at("tip.order_id"));
    }
}
