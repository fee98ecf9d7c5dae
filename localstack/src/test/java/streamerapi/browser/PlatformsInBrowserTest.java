package streamerapi.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.localstack.platforms.StandInPlatforms;
import streamerapi.service.Account;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.WebClient;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A streamer who connects Twitch and Kick in a browser, on the pages of the platforms that the stack plays, and what
/// comes of it on stream.
@ResourceLock(Service.DATA_DIRECTORY)
class PlatformsInBrowserTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Map<String, String> NAMES = Map.of("twitch", "Twitch", "kick", "Kick");

    @TempDir
    private Path folder;

    private final Map<String, String> seen = new LinkedHashMap<>();

    @Test
    void bothPlatformsAreConnectedUsedAndDisconnectedAndNoSecretIsSeen() throws IOException {
        Path log = Path.of(System.getProperty("functions.log"));
        long begin = Files.size(log);
        try (Service service = Service.start(Service.optionsWithSpeech()
                        .withDataDir(folder)
                        .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000")));
                Chromium dashboard = Chromium.open();
                Chromium obs = Chromium.ofObs()) {
            Account account = service.newAccount();
            dashboard.go(service.stack().authUrl() + "/dashboard");
            dashboard.type("Email", account.email());
            dashboard.type("Password", account.password());
            dashboard.press("Sign in");
            dashboard.until(page -> page.contains("Overlays"));
            for (String platform : List.of("twitch", "kick")) {
                connect(service, dashboard, platform);
            }
            obs.go(overlay(service, account));
            await().atMost(PATIENCE)
                    .until(() ->
                            Boolean.TRUE.equals(account.api().get("/overlays").at("overlays.0.connected")));

            commandsAreAnswered(service, account);
            aFollowIsShown(service, obs);
            aRedemptionIsFulfilled(service, account);
            Set<String> secrets = service.stack().platforms().secrets();
            gather(service, account);
            for (String platform : List.of("twitch", "kick")) {
                disconnect(service, account, dashboard, platform);
            }

            byte[] all = Files.readAllBytes(log);
            seen.put("log", new String(all, (int) begin, all.length - (int) begin, StandardCharsets.UTF_8));
            assertThat(secrets).hasSizeGreaterThan(10);
            seen.forEach((place, text) -> assertThat(secrets.stream().filter(text::contains))
                    .as(place)
                    .isEmpty());
            assertThat(seen.get("log")).contains("\"request\"");
        }
        assertNoFileHasOne(folder);
    }

    private Set<String> issued = Set.of();

    private void connect(Service service, Chromium dashboard, String platform) {
        StandInPlatforms.AppCredentials app = service.stack().platforms().app(platform);
        dashboard.go(service.stack().authUrl() + "/dashboard/connections/" + platform);
        dashboard.type("Client id", app.clientId());
        dashboard.type("Client secret", app.clientSecret());
        dashboard.press("Save, and go on to " + NAMES.get(platform));
        dashboard.until(page -> page.contains("Connect to " + NAMES.get(platform) + "?"));
        assertThat(dashboard.barriers()).isEmpty();
        dashboard.press("Authorize");
        dashboard.until(page -> page.contains("Connections"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                control(service, platform, "subscriptions").path("subscriptions"))
                        .isNotEmpty()
                        .allSatisfy(one ->
                                assertThat(one.path("status").asText("enabled")).isEqualTo("enabled")));
        dashboard.go(service.stack().authUrl() + "/dashboard/connections/" + platform);
        dashboard.until(page -> page.contains("Connected") && page.contains("Your channel there"));
        seen.put("page of " + platform, dashboard.source());
    }

    private static String overlay(Service service, Account account) {
        Object key = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene", "widgets", List.of("alert", "tts")))
                .expect(201)
                .at("key");
        return service.stack().authUrl() + "/overlay#key=" + Objects.requireNonNull(key);
    }

    private static void commandsAreAnswered(Service service, Account account) {
        account.api()
                .post("/commands", Map.of("name", "hello", "response", "Hello {user}!", "cooldown_seconds", 0))
                .expect(201);
        emit(
                service,
                "twitch",
                "{\"type\": \"channel.chat.message\", \"event\": {\"chatter_user_name\": \"Ada\","
                        + " \"message\": {\"text\": \"!hello\"}}}");
        emit(
                service,
                "kick",
                "{\"type\": \"chat.message.sent\", \"event\": {\"content\": \"!hello\", \"sender\": {\"username\": \"Grace\"}}}");
        said(service, "twitch", "Hello Ada!");
        said(service, "kick", "Hello Grace!");
    }

    private static void said(Service service, String platform, String line) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                control(service, platform, "chat").path("lines").findValuesAsText("text"))
                        .containsExactly(line));
    }

    private static void aFollowIsShown(Service service, Chromium obs) {
        emit(service, "twitch", "{\"type\": \"channel.follow\", \"event\": {\"user_name\": \"Hypatia\"}}");
        obs.until(page -> page.contains("Hypatia"));
        obs.picture(Service.root().resolve("localstack/target/pictures/follow.png"));
    }

    private static void aRedemptionIsFulfilled(Service service, Account account) {
        Map<String, Object> wanted = new LinkedHashMap<>();
        wanted.put("title", "Say it on stream");
        wanted.put("cost", 500);
        wanted.put("prompt", null);
        wanted.put("user_input", true);
        String reward = String.valueOf(account.dashboard()
                .post("/dashboard/api/connections/twitch/rewards", wanted)
                .expect(201)
                .at("reward.reward_id"));
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of("rewards", List.of(Map.of("reward_id", reward, "action", "tts"))))
                .expect(200);
        String id = "5d1b6b0e-9b3f-4b7a-8f5e-2f4c1d3e5a60";
        emit(
                service,
                "twitch",
                "{\"type\": \"channel.channel_points_custom_reward_redemption.add\", \"event\": {\"id\": \"" + id
                        + "\", \"user_input\": \"The lighthouse is open\", \"reward\": {\"id\": \"" + reward + "\"}}}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                account.api().get("/tts/history").expect(200).text())
                        .contains("The lighthouse is open"));
        String channel = String.valueOf(
                account.dashboard().get("/dashboard/api/connections/twitch").at("connection.account.id"));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                control(service, "twitch", "redemption?broadcaster_id=" + channel + "&id=" + id)
                                        .path("status")
                                        .asText())
                        .isEqualTo("FULFILLED"));
    }

    /// Reads what an owner can read.
    private void gather(Service service, Account account) {
        for (String path : List.of(
                "/dashboard/api/connections",
                "/dashboard/api/connections/twitch",
                "/dashboard/api/connections/kick",
                "/dashboard/api/connections/twitch/rewards",
                "/dashboard/api/settings")) {
            seen.put(path, account.dashboard().get(path).expect(200).text());
        }
        seen.put("/bot", account.api().get("/bot").expect(200).text());
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        for (String page : List.of(
                "/dashboard",
                "/dashboard/connections",
                "/dashboard/connections/twitch",
                "/dashboard/connections/kick",
                "/dashboard/account/export/account.ndjson?part=1")) {
            seen.put(page, visitor.open(page).text());
        }
        seen.put("events", String.join("\n", account.events()));
        for (String platform : NAMES.keySet()) {
            seen.put("log of " + platform, control(service, platform, "log").toString());
        }
        issued = service.stack().platforms().secrets();
    }

    private static void disconnect(Service service, Account account, Chromium dashboard, String platform) {
        Object hook = account.dashboard()
                .get("/dashboard/api/connections/" + platform)
                .at("connection.webhook_url");
        dashboard.go(service.stack().authUrl() + "/dashboard/connections/" + platform);
        dashboard.unfold("Disconnect");
        dashboard.press("Yes, disconnect");
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(control(service, platform, "subscriptions").path("subscriptions"))
                    .isEmpty();
            List<String> revoked = new ArrayList<>();
            control(service, platform, "log").path("calls").forEach(call -> {
                if (call.path("path").asText().endsWith("/revoke")) {
                    revoked.add(call.path("status").asText());
                }
            });
            assertThat(revoked).isNotEmpty().containsOnly("200");
        });
        String address =
                String.valueOf(hook).substring(service.stack().authUrl().length());
        assertThat(new WebClient(service.stack().authUrl())
                        .postJson(address, Map.of())
                        .status())
                .isEqualTo(404);
    }

    private void assertNoFileHasOne(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                String text = new String(bytes(file), StandardCharsets.ISO_8859_1);
                assertThat(issued.stream().filter(text::contains))
                        .as(file.toString())
                        .isEmpty();
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void emit(Service service, String platform, String order) {
        JsonNode answer = read(new WebClient(service.stack().authUrl())
                .send("POST", path(platform, "emit"), Map.of("Content-Type", "application/json"), order)
                .expect(202)
                .text());
        assertThat(answer.path("delivered")).hasSize(1);
        assertThat(answer.at("/delivered/0").asInt()).isBetween(200, 204);
    }

    private static JsonNode control(Service service, String platform, String name) {
        return read(new WebClient(service.stack().authUrl())
                .get(path(platform, name))
                .expect(200)
                .text());
    }

    private static String path(String platform, String name) {
        return StandInPlatforms.PATH + platform + "/control/" + name;
    }

    private static JsonNode read(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
