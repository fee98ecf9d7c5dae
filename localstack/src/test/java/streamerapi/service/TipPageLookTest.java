package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.qr.QrCode;
import streamerapi.qr.QrPicture;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the parts that a streamer can have on the tip page beside the form: a picture, a colour, the goal, the last
/// tips.
@NullMarked
class TipPageLookTest {

    private static final String SETTINGS = "/dashboard/api/settings";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final WebClient web = new WebClient(service.stack().authUrl());
    private final String slug = account.tenantId().toLowerCase(Locale.ROOT).replace('_', '-');

    private Answer page(Map<String, Object> settings) {
        account.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", slug)))
                .expect(200);
        account.dashboard().patch(SETTINGS, Map.of("tip_page", settings)).expect(200);
        return web.get("/tip/" + slug).expect(200);
    }

    @Test
    void aPictureOfOneSiteAloneCanBeShown() {
        Answer plain = page(Map.of("title", "Plain"));
        assertThat(plain.text()).doesNotContain("<img", "/tip/colours/", "Latest tips", "<progress");
        assertThat(plain.header("Content-Security-Policy")).contains("img-src data:;");
        Answer page = page(Map.of("picture_url", "https://cdn.example.com:8443/a/nova.png?v=2&w=9"));
        assertThat(page.text()).contains("src=\"https://cdn.example.com:8443/a/nova.png?v=2&amp;w=9\" alt=\"\"");
        assertThat(page.header("Content-Security-Policy"))
                .contains("img-src data: https://cdn.example.com:8443;")
                .doesNotContain("nova.png");
        assertThat(web.get("/tip/nowhere-at-all").header("Content-Security-Policy"))
                .doesNotContain("cdn.example.com");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://cdn.example.com",
                "https://cdn.example.com/",
                "https://cdn.example.com/100%25/~nova/a.png?v=%2F&w=9?#a/b?c%23",
                "https://cdn.example.com/a?b=c:d@e!$(f)*+,=-_"
            })
    void aPicturesAddressCanHaveEachCharacterOfAUri(String address) {
        assertThat(page(Map.of("picture_url", address)).header("Content-Security-Policy"))
                .contains("img-src data: https://cdn.example.com;");
        assertThat(URI.create(address).getRawAuthority()).isEqualTo("cdn.example.com");
    }

    @Test
    void aColourIsAStylesheetOfItsOwn() {
        String page = page(Map.of("color", "#ffe000")).text();
        String address = page.replaceAll("(?s).*href=\"(/tip/colours/[^\"]+)\".*", "$1");
        Answer stylesheet = web.get(address).expect(200);
        assertThat(stylesheet.header("Content-Type")).startsWith("text/css");
        assertThat(stylesheet.header("Cache-Control")).isEqualTo("no-store");
        assertThat(stylesheet.header("Content-Security-Policy")).startsWith("default-src 'none'");
        assertThat(stylesheet.text()).contains("--accent-fill: #ffe000", "--on-accent: #000000");
        for (String other : List.of("ffe00.css", "FFE000.css", "ffe000", "ffe000;x.css", "..css")) {
            web.get("/tip/colours/" + other).expect(404);
        }
    }

    @Test
    void theGoalIsThatOfTheFirstOverlayWhoseGoalIsEnabled() {
        assertThat(page(Map.of("show_goal", true)).text()).doesNotContain("<progress");
        Object overlay = Objects.requireNonNull(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("goal")))
                .expect(201)
                .at("overlay.id"));
        account.api()
                .patch(
                        "/overlays/" + overlay + "/tip-goal",
                        Map.of("enabled", true, "title", "New <microphone>", "amount", 200))
                .expect(200);
        account.api()
                .post("/tips", Map.of("name", "Ada", "amount", new BigDecimal("50.5"), "paid", true))
                .expect(201);
        assertThat(page(Map.of("show_goal", true)).text())
                .contains("New &lt;microphone&gt;", "max=\"100\" value=\"25\"", "50.50 EUR of 200.00 EUR");
        assertThat(page(Map.of("show_goal", false)).text()).doesNotContain("<progress");
    }

    @Test
    void theFirstOverlayIsTheOldest() {
        for (int number = 1; number <= 8; number++) {
            Object id = account.dashboard()
                    .post("/dashboard/api/overlays", Map.of("name", "Scene " + number))
                    .expect(201)
                    .at("overlay.id");
            service.clock().advance(Duration.ofMillis(5));
            account.api()
                    .patch(
                            "/overlays/" + id + "/tip-goal",
                            Map.of("enabled", number > 1, "title", "Goal " + number, "amount", number))
                    .expect(200);
        }
        assertThat(page(Map.of("show_goal", true)).text()).contains("Goal 2").doesNotContain("Goal 5");
    }

    @Test
    void theLastTipsAreThoseThatWereHeard() {
        account.dashboard()
                .patch(SETTINGS, Map.of("filter", Map.of("block", List.of("spoiler"))))
                .expect(200);
        plays("Ada <b>", "A message that is not repeated");
        account.api().post("/tips", Map.of("name", "Waiting", "amount", 3)).expect(201);
        account.api().post("/tips", Map.of("name", "Spoiler", "amount", 3)).refuses(422, "tip_blocked");
        account.dashboard()
                .patch(SETTINGS, Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api().post("/tips", Map.of("name", "Held", "amount", 3)).expect(202);
        assertThat(page(Map.of("show_tips", true)).text())
                .contains("<bdi dir=\"auto\">Ada &lt;b&gt;</bdi> <bdi dir=\"ltr\">5.00 EUR</bdi>")
                .doesNotContain("Waiting", "Spoiler", "Held", "not repeated");
        assertThat(page(Map.of("show_tips", false)).text()).doesNotContain("Latest tips");
    }

    @Test
    void noMoreThanFiveAreShownTheNewestFirst() {
        for (int i = 1; i <= 6; i++) {
            plays("Donor " + i, "Hi");
        }
        String page = page(Map.of("show_tips", true)).text();
        assertThat(page).contains("Donor 6", "Donor 2").doesNotContain("Donor 1");
        assertThat(page.indexOf("Donor 6")).isLessThan(page.indexOf("Donor 5"));
    }

    @Test
    void testsAndReplaysTakeNoPlacesAmongTheFive() {
        plays("Donor 1", "Hi");
        String replayed = plays("Donor 2", "Hi");
        account.api().post("/tts/" + replayed + "/replay").expect(200);
        playsNext();
        for (int i = 0; i < 12; i++) {
            account.api().post("/tips/test", Map.of("name", "Tester")).expect(201);
            playsNext();
        }
        String page = page(Map.of("show_tips", true)).text();
        assertThat(page).contains("Donor 1").doesNotContain("Tester").containsOnlyOnce("Donor 2");
    }

    @Test
    void anOverlayIsToldThePathAndShowsThePagesCode() {
        String key = String.valueOf(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("qr")))
                .expect(201)
                .at("key"));
        assertThat(pathTold(key)).isNull();
        page(Map.of("title", "Nova"));
        assertThat(pathTold(key)).isEqualTo("/tip/" + slug);
        Answer code = web.get("/tip/" + slug + "/qr.svg").expect(200);
        assertThat(code.header("Content-Type")).startsWith("image/svg+xml");
        assertThat(code.header("Content-Security-Policy")).startsWith("default-src 'none'");
        assertThat(code.header("Cache-Control")).isEqualTo("no-store");
        assertThat(code.text())
                .isEqualTo(new QrPicture(QrCode.of(service.stack().authUrl() + "/tip/" + slug)).svg());

        account.dashboard()
                .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", false)))
                .expect(200);
        assertThat(pathTold(key)).isNull();
        web.get("/tip/" + slug + "/qr.svg").expect(404);
        web.get("/tip/nowhere-at-all/qr.svg").expect(404);
    }

    private @Nullable Object pathTold(String key) {
        try (TestSocket socket = TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", key)))) {
            Map<String, ?> ready = Json.asObject(socket.next("ready").get("data"));
            return Json.asObject(ready.get("overlay")).get("tip_page");
        }
    }

    private String plays(String name, String message) {
        account.api()
                .post("/tips", Map.of("name", name, "amount", 5, "message", message))
                .expect(201);
        return playsNext();
    }

    private String playsNext() {
        String tip = String.valueOf(account.api().get("/tts/queue").at("items.0.order_id"));
        account.api().post("/tts/" + tip + "/start").expect(200);
        account.api().post("/tts/" + tip + "/finish").expect(200);
        return tip;
    }
}
