package streamerapi.browser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.service.Account;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.WebClient;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A stranger who pays on the tip page by card and by PayPal, at the processors that the stack plays, and what is heard
/// of it on stream; what waits for a moderator is charged when it is approved, and let go when it is not.
@ResourceLock(Service.DATA_DIRECTORY)
class PaidTipsInBrowserTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SETTINGS = "/dashboard/api/settings";
    private static final String HELD = "/dashboard/api/held-tips";
    private static final String CONNECTIONS = "/dashboard/api/connections/";
    private static final Map<String, String> CHOICES = Map.of("stripe", "Card", "paypal", "PayPal");

    @TempDir
    private Path folder;

    private final Map<String, String> seen = new LinkedHashMap<>();
    private Set<String> secrets = Set.of();

    @Test
    void tipsArePaidHeardApprovedAndRejectedAndNoSecretIsSeen() throws IOException {
        Path log = Path.of(System.getProperty("functions.log"));
        long begin = Files.size(log);
        try (Service service = Service.start(Service.optionsWithSpeech()
                        .withDataDir(folder)
                        .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000")));
                Chromium donor = Chromium.open();
                Chromium obs = Chromium.ofObs()) {
            Account account = service.newAccount();
            for (String processor : CHOICES.keySet()) {
                connect(service, account, processor);
            }
            account.dashboard()
                    .patch(SETTINGS, Map.of("tip_page", Map.of("enabled", true, "slug", "nova-live")))
                    .expect(200);
            obs.go(overlay(service, account));
            await().atMost(PATIENCE)
                    .until(() ->
                            Boolean.TRUE.equals(account.api().get("/overlays").at("overlays.0.connected")));

            pays(service, donor, "stripe", "Hypatia");
            obs.until(page -> page.contains("Hypatia"));
            pays(service, donor, "paypal", "Emmy");
            obs.until(page -> page.contains("Emmy"));

            account.dashboard()
                    .patch(SETTINGS, Map.of("review", Map.of("hold_all", true)))
                    .expect(200);
            for (String processor : CHOICES.keySet()) {
                decided(service, account, donor, processor);
            }
            gather(service, account, donor);
            byte[] all = Files.readAllBytes(log);
            seen.put("log", new String(all, (int) begin, all.length - (int) begin, StandardCharsets.UTF_8));
            assertThat(secrets).hasSizeGreaterThan(7);
            seen.forEach((place, text) -> assertThat(secrets.stream().filter(text::contains))
                    .as(place)
                    .isEmpty());
            assertThat(seen.get("log")).contains("\"request\"");
        }
        assertNoFileHasOne();
    }

    private void connect(Service service, Account account, String processor) {
        seen.put(
                "connected " + processor,
                account.dashboard()
                        .send(
                                "PUT",
                                CONNECTIONS + processor,
                                Json.write(service.stack().processors().credentials(processor)))
                        .expect(200)
                        .text());
    }

    private static String overlay(Service service, Account account) {
        Object key = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main scene", "widgets", List.of("alert", "tts")))
                .expect(201)
                .at("key");
        return service.stack().authUrl() + "/overlay#key=" + Objects.requireNonNull(key);
    }

    /// Pays five on the tip page and the processor's, and comes back.
    private void pays(Service service, Chromium donor, String processor, String name) {
        donor.go(service.stack().authUrl() + "/tip/nova-live");
        donor.type("Your name", name);
        donor.type("Or another amount", "5");
        donor.type("Your message", "Good evening from " + name);
        donor.tick(CHOICES.getOrDefault(processor, processor));
        donor.press("Continue to payment");
        donor.until(page -> page.contains("no money moves"));
        assertThat(donor.barriers()).isEmpty();
        assertThat(donor.source()).doesNotContain(name);
        donor.the("button[value=pay]").click();
        donor.untilTrue("return document.querySelector('[data-state]') !== null");
    }

    /// Has one held tip approved, and one rejected.
    private void decided(Service service, Account account, Chromium donor, String processor) {
        pays(service, donor, processor, "Approved");
        becomes(donor, "held");
        review(account, "approve");
        becomes(donor, "queued", "playing", "played");
        assertThat(calls(service, processor, "/capture")).isPositive();
        pays(service, donor, processor, "Rejected");
        becomes(donor, "held");
        review(account, "reject");
        becomes(donor, "released");
        assertThat(calls(service, processor, processor.equals("stripe") ? "/cancel" : "/void"))
                .isEqualTo(1);
    }

    private static void review(Account account, String decision) {
        Object order = account.dashboard().get(HELD).expect(200).at("tips.0.order_id");
        account.dashboard().post(HELD + "/" + order + "/" + decision).expect(200);
    }

    private static void becomes(Chromium donor, String... states) {
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            donor.go(donor.address());
            assertThat(donor.evaluate("return document.querySelector('[data-state]')?.dataset.state"))
                    .isIn((Object[]) states);
        });
    }

    private static long calls(Service service, String processor, String end) {
        return new WebClient(service.stack().authUrl())
                .get("/stand-ins/" + processor + "/control/log").expect(200).each("calls", "path").stream()
                        .filter(path -> String.valueOf(path).endsWith(end))
                        .count();
    }

    /// Reads what an owner and a donor can read.
    private void gather(Service service, Account account, Chromium donor) {
        secrets = service.stack().processors().secrets();
        seen.put("the donor's page", donor.source());
        for (String path : List.of(CONNECTIONS + "stripe", CONNECTIONS + "paypal", SETTINGS, HELD)) {
            seen.put(path, account.dashboard().get(path).expect(200).text());
        }
        DashboardVisitor visitor = DashboardVisitor.owner(account);
        for (String page : List.of(
                "/dashboard",
                "/dashboard/connections",
                "/dashboard/connections/stripe",
                "/dashboard/connections/paypal",
                "/dashboard/account/export/account.ndjson?part=1")) {
            seen.put(page, visitor.open(page).text());
        }
        seen.put("events", String.join("\n", account.events()));
        for (String processor : CHOICES.keySet()) {
            seen.put(
                    "log of " + processor,
                    new WebClient(service.stack().authUrl())
                            .get("/stand-ins/" + processor + "/control/log")
                            .text());
        }
        assertThat(String.join("\n", seen.values())).doesNotContain("donor@example.com");
    }

    private void assertNoFileHasOne() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(secrets.stream().filter(text::contains))
                        .as(file.toString())
                        .isEmpty();
                assertThat(text).as(file.toString()).doesNotContain("donor@example.com");
            }
        }
    }
}
