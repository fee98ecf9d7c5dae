package streamerapi.service;

import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Requests for videos: which links are taken, what their sites say, and what the streamer has banned (spec "Media
/// queue").
@NullMarked
class MediaRequestTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void aRequestedVideoWaitsAndIsAnnounced() {
        Answer made = api.post("/media", Map.of("url", StandInVideoSites.PLAYABLE, "start_time", 30, "name", "Mira"))
                .expect(201);
        Map<String, @Nullable Object> media = Json.asObject(made.at("media"));
        assertThat(media)
                .containsEntry("donor_name", "Mira")
                .containsEntry("media_url", StandInVideoSites.PLAYABLE)
                .containsEntry("media_start_time", new BigDecimal(30))
                .containsEntry("video_title", "Every boss theme, ranked")
                .containsEntry("video_duration", BigDecimal.ZERO)
                .containsEntry("platform", "youtube")
                .containsEntry("requested_via", "api")
                .containsEntry("is_replay", false);
        assertThat(String.valueOf(media.get("video_thumbnail"))).startsWith("https://");
        assertThat(String.valueOf(media.get("order_id"))).startsWith("media_");
        assertThat(api.get("/media/queue").expect(200).at("items.0")).isEqualTo(media);
        Map<String, @Nullable Object> told = new LinkedHashMap<>(media);
        List.of("media_start_time", "video_thumbnail", "queued_at").forEach(told::remove);
        assertThat(happenings.last("media.created")).isEqualTo(told);
    }

    @Test
    void whoSaysNoNameIsTheApi() {
        Answer made =
                api.post("/media", Map.of("url", "https://vimeo.com/418223907")).expect(201);
        assertThat(made.at("media.donor_name")).isEqualTo("API");
        assertThat(made.at("media.media_start_time")).isEqualTo(BigDecimal.ZERO);
        assertThat(made.at("media.video_duration")).isEqualTo(new BigDecimal(214));
        assertThat(made.at("media.platform")).isEqualTo("vimeo");
    }

    @ParameterizedTest
    @CsvSource({
        "https://youtu.be/7kQ2mZx9LpA?t=90, 90",
        "https://m.youtube.com/watch?list=x&v=7kQ2mZx9LpA&t=1h2m3s, 3723",
        "https://www.youtube.com/watch?v=7kQ2mZx9LpA#t=15s, 15",
        "http://youtube.com/shorts/7kQ2mZx9LpA, 0",
        "https://www.youtube-nocookie.com/embed/7kQ2mZx9LpA?start=7, 7",
        "https://www.youtube.com/live/7kQ2mZx9LpA?t=soon, 0",
        "https://www.youtube.com:443/watch?v=7kQ2mZx9LpA, 0",
        "http://www.youtube.com:80/watch?v=7kQ2mZx9LpA&t=5, 5",
        "https://www.youtube.com/watch?v=%37kQ2mZx9LpA, 0",
        "https://www.youtube.com/watch?list=a|b&v=7kQ2mZx9LpA&title=100%, 0"
    })
    void manyLinksNameTheSameVideoAndWhereItBegins(String url, int startTime) {
        Answer made = api.post("/media", Map.of("url", url)).expect(201);
        assertThat(made.at("media.media_url")).isEqualTo(StandInVideoSites.PLAYABLE);
        assertThat(made.at("media.media_start_time")).isEqualTo(new BigDecimal(startTime));
        assertThat(api.post("/media", Map.of("url", url, "start_time", 5))
                        .expect(201)
                        .at("media.media_start_time"))
                .isEqualTo(new BigDecimal(5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "https://example.com/watch?v=7kQ2mZx9LpA",
                "https://www.youtube.com.example.com/watch?v=7kQ2mZx9LpA",
                "https://user@www.youtube.com/watch?v=7kQ2mZx9LpA",
                "https://www.youtube.com:8443/watch?v=7kQ2mZx9LpA",
                "https://www.youtube.com:80/watch?v=7kQ2mZx9LpA",
                "https://www.youtube.com|.example.com/watch?v=7kQ2mZx9LpA",
                "https://www.youtube.com/watch?v=%2E%2E%2F%2E%2E%2Fadmin",
                "ftp://www.youtube.com/watch?v=7kQ2mZx9LpA",
                "https://www.youtube.com/watch?v=short",
                "https://www.youtube.com/watch?v=../../../admin",
                "https://www.youtube.com/@ArcadeAttic",
                "https://vimeo.com/about",
                "http://169.254.169.254/latest/meta-data"
            })
    void whatIsNoLinkToAVideoIsRefused(String url) {
        Answer refused = api.post("/media", Map.of("url", url)).refuses(400, "invalid_media");
        assertThat(refused.at("field")).isEqualTo("url");
        assertThat(account.events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://www.youtube.com/watch?v=missing_000",
                "https://www.youtube.com/watch?v=3vT8nWc1RsE",
                "https://vimeo.com/1"
            })
    void whatItsSiteDoesNotLetPlayIsRefused(String url) {
        api.post("/media", Map.of("url", url)).refuses(400, "invalid_media");
        assertThat(account.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://youtu.be/7kQ2mZx9LpA, https://www.youtube.com/watch?v=7kQ2mZx9LpA",
        "7kQ2mZx9LpA, https://www.youtube.com/watch?v=7kQ2mZx9LpA",
        "@arcadeattic, https://www.youtube.com/watch?v=7kQ2mZx9LpA",
        "ArcadeAttic, https://www.youtube.com/watch?v=7kQ2mZx9LpA",
        "https://www.youtube.com/@ArcadeAttic, https://www.youtube.com/watch?v=7kQ2mZx9LpA",
        "https://youtube.com/@ArcadeAttic?si=q8Zr_kT2, https://www.youtube.com/watch?v=7kQ2mZx9LpA",
        "https://www.youtube.com/@ArcadeAttic/videos, https://www.youtube.com/watch?v=7kQ2mZx9LpA",
        "https://www.youtube.com/channel/UC5tQp2vWnXk8dLr0JhYzAmg/about, https://www.youtube.com/watch?v=b4Xw0eUq_Kg",
        "https://vimeo.com/lanternworks/videos#top, https://vimeo.com/418223907",
        "UC5tQp2vWnXk8dLr0JhYzAmg, https://www.youtube.com/watch?v=b4Xw0eUq_Kg",
        "https://vimeo.com/lanternworks, https://vimeo.com/418223907",
        "418223907, https://vimeo.com/418223907"
    })
    void whatTheStreamerHasBannedIsRefused(String entry, String url) {
        api.post("/media", Map.of("url", url)).expect(201);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("banned_media", List.of("other", entry)))
                .expect(200);
        api.post("/media", Map.of("url", url)).refuses(400, "invalid_media");
        assertThat(account.eventTypes()).containsExactly("media.created");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7kQ2mZx9LpA", "https://youtu.be/7kQ2mZx9LpA", "@ArcadeAttic"})
    void whatTheStreamerHasBannedSinceIsNotReplayed(String entry) {
        String id = String.valueOf(api.post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                .expect(201)
                .at("media.order_id"));
        api.post("/media/" + id + "/start").expect(200);
        api.post("/media/" + id + "/finish").expect(200);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("banned_media", List.of(entry)))
                .expect(200);

        api.post("/media/" + id + "/replay").refuses(400, "invalid_media");
        assertThat(api.get("/media/queue").each("items", "order_id")).isEmpty();

        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("banned_media", List.of("other")))
                .expect(200);
        api.post("/media/" + id + "/replay").expect(200);
    }

    @Test
    void aBanIsOfTheVideoOrChannelThatItNames() {
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of("banned_media", List.of("7KQ2MZX9LPA", "@Arcade", "https://vimeo.com/4182239071")))
                .expect(200);
        api.post("/media", Map.of("url", StandInVideoSites.PLAYABLE)).expect(201);
        api.post("/media", Map.of("url", "https://vimeo.com/418223907")).expect(201);
    }

    @Test
    void fieldsOfTheWrongFormAreRefused() {
        refused("url", Map.of());
        refused("url", Map.of("url", ""));
        refused("url", Map.of("url", 5));
        refused("url", Map.of("url", "https://youtu.be/" + "x".repeat(2_100)));
        refused("start_time", Map.of("url", StandInVideoSites.PLAYABLE, "start_time", -1));
        refused("start_time", Map.of("url", StandInVideoSites.PLAYABLE, "start_time", "30"));
        refused("start_time", Map.of("url", StandInVideoSites.PLAYABLE, "start_time", new BigDecimal("1.5")));
        refused("start_time", Map.of("url", StandInVideoSites.PLAYABLE, "start_time", 3_000_000_000L));
        refused("name", Map.of("url", StandInVideoSites.PLAYABLE, "name", "x".repeat(101)));
        refused("name", Map.of("url", StandInVideoSites.PLAYABLE, "name", ""));
        assertThat(account.events()).isEmpty();
    }

    @Test
    void anIdempotencyKeyMakesOneItem() {
        ApiClient once = api.with("Idempotency-Key", "one");
        Answer first =
                once.post("/media", Map.of("url", StandInVideoSites.PLAYABLE)).expect(201);
        assertThat(once.post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                        .expect(201)
                        .json())
                .isEqualTo(first.json());
        assertThat(api.get("/media/queue").each("items", "order_id")).hasSize(1);
    }

    @Test
    void aSiteThatDoesNotAnswerIsUnavailableAndNothingIsQueued() throws IOException {
        try (Sites sites = new Sites();
                Service service = Service.start(Map.of("VIDEO_SITES_URL", sites.url()))) {
            Account its = service.newAccount();
            ApiClient once = its.api().with("Idempotency-Key", "one");
            for (String how : List.of("hang", "redirect", "error", "busy", "nonsense", "endless", "close")) {
                sites.how = how;
                once.post("/media", Map.of("url", StandInVideoSites.PLAYABLE)).refuses(503, "unavailable");
            }
            assertThat(its.events()).isEmpty();

            sites.how = "answer";
            Answer made = once.post("/media", Map.of("url", StandInVideoSites.PLAYABLE))
                    .expect(201);
            assertThat(made.at("media.video_title"))
                    .as("300 characters at most")
                    .isEqualTo("ä".repeat(300));
            assertThat(made.at("media.video_thumbnail")).isNull();
            assertThat(made.at("media.video_duration")).isEqualTo(BigDecimal.ZERO);
            assertThat(sites.asked)
                    .containsOnly("/www.youtube.com/oembed?format=json&url="
                            + "https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D7kQ2mZx9LpA");
        }
    }

    @Test
    void aRewardWhoseVideosSiteDoesNotAnswerIsTakenWhenItIsSentAgain() throws IOException {
        try (Sites sites = new Sites();
                Service service = Service.start(Map.of("VIDEO_SITES_URL", sites.url()))) {
            Account its = service.newAccount();
            its.dashboard()
                    .patch(
                            "/dashboard/api/settings",
                            Map.of("rewards", List.of(Map.of("reward_id", "reward-1", "action", "media"))))
                    .expect(200);
            TestConnector alpha = its.connector("alpha");
            Map<String, @Nullable Object> redemption = new LinkedHashMap<>(Map.of(
                    "user_id", "1",
                    "user_name", "NovaFox",
                    "user_login", "novafox",
                    "reward_id", "reward-1",
                    "reward_title", "Play a video",
                    "reward_cost", 500,
                    "user_input", StandInVideoSites.PLAYABLE,
                    "redemption_id", "r1",
                    "status", "unfulfilled",
                    "is_managed", true));
            sites.how = "error";
            alpha.sendAs("m1", "channel_point_redemption", redemption).refuses(503, "unavailable");
            assertThat(its.events()).isEmpty();

            sites.how = "answer";
            alpha.sendAs("m1", "channel_point_redemption", redemption).expect(202);
            assertThat(its.api().get("/media/queue").each("items", "order_id")).hasSize(1);

            sites.how = "error";
            assertThat(alpha.sendAs("m1", "channel_point_redemption", redemption)
                            .expect(202)
                            .at("duplicate"))
                    .isEqualTo(true);

            redemption.putAll(Map.of("redemption_id", "r2", "user_input", " "));
            alpha.sendAs("m2", "channel_point_redemption", redemption).expect(202);
            await().untilAsserted(() -> assertThat(alpha.calls().stream().map(call -> call.get("action")))
                    .as("the points are given back for no link")
                    .containsExactlyInAnyOrder("redemption.fulfill", "redemption.cancel"));
        }
    }

    @Test
    void aPaidTipWhoseVideosSiteStaysAwayIsTakenWithoutItsVideo() throws IOException {
        try (Sites sites = new Sites();
                Service service = Service.start(Map.of("VIDEO_SITES_URL", sites.url()))) {
            Account its = service.newAccount();
            TestConnector card = its.connector("card_processor");
            Map<String, @Nullable Object> paid = card.message(
                    "m1",
                    "payment.captured",
                    Map.of(
                            "payment_id",
                            "pay-1",
                            "name",
                            "Ada",
                            "amount",
                            5,
                            "currency",
                            "USD",
                            "media",
                            Map.of("url", StandInVideoSites.PLAYABLE)));
            sites.how = "error";
            card.post(paid).refuses(503, "unavailable");
            service.clock().advance(Duration.ofMinutes(9));
            card.post(paid).refuses(503, "unavailable");
            assertThat(its.events()).isEmpty();

            service.clock().advance(Duration.ofMinutes(2));
            card.post(paid).expect(202);
            assertThat(its.api().get("/tts/queue").each("items", "name")).containsExactly("Ada");
            assertThat(its.api().get("/media/queue").each("items", "order_id")).isEmpty();
        }
    }

    @Test
    void nobodyIsAskedForAStranger() throws IOException {
        try (Sites sites = new Sites();
                Service service = Service.start(Map.of("VIDEO_SITES_URL", sites.url()))) {
            Account its = service.newAccount();
            String stranger = Secret.make(Secret.Kind.API_KEY, its.tenantId()).text();
            Map<String, String> body = Map.of("url", StandInVideoSites.PLAYABLE);
            new ApiClient(service.stack().authUrl(), stranger)
                    .post("/media", body)
                    .expect(401);
            assertThat(sites.asked).isEmpty();
        }
    }

    private void refused(String field, Map<String, Object> body) {
        assertThat(api.send("POST", "/media", Json.write(body))
                        .refuses(400, "bad_request")
                        .at("field"))
                .as(body.toString())
                .isEqualTo(field);
    }

    /// Video sites that answer as they are told.
    private static final class Sites implements AutoCloseable {
        private final HttpServer server;
        private final CountDownLatch end = new CountDownLatch(1);
        private final List<String> asked = new CopyOnWriteArrayList<>();
        private volatile String how = "answer";

        private Sites() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", exchange -> {
                asked.add(exchange.getRequestURI().toString());
                byte[] title = Json.write(Map.of(
                        "title", "ä".repeat(400), "thumbnail_url", "http://example.com/x.jpg", "duration", "long"));
                switch (how) {
                    case "hang" -> await();
                    case "redirect" -> {
                        exchange.getResponseHeaders().set("Location", url() + "elsewhere");
                        exchange.sendResponseHeaders(302, -1);
                    }
                    case "error" -> exchange.sendResponseHeaders(500, -1);
                    case "busy" -> exchange.sendResponseHeaders(429, -1);
                    case "nonsense" -> exchange.sendResponseHeaders(200, 3);
                    case "endless" -> {
                        exchange.sendResponseHeaders(200, 0);
                        exchange.getResponseBody().write("[".repeat(100_000).getBytes(StandardCharsets.UTF_8));
                    }
                    case "close" -> {}
                    default -> {
                        exchange.sendResponseHeaders(200, title.length);
                        exchange.getResponseBody().write(title);
                    }
                }
                exchange.close();
            });
            server.start();
        }

        private String url() {
            return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        }

        private void await() {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            end.countDown();
            server.stop(0);
        }
    }
}
