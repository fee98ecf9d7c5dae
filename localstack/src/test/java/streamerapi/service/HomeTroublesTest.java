package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.queues.StaleClaims;
import streamerapi.shared.auth.Role;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;
import streamerapi.speech.SpeechKeys;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The problems that Home names, with a link to the page that mends each.
@NullMarked
class HomeTroublesTest {

    private final Account account = Service.shared().newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);

    private String home(DashboardVisitor visitor) {
        return visitor.open("/dashboard/home").expect(200).text();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    Discord bot | 1 | The webhook endpoint “Discord bot” fails: its last delivery was given up.
                    ''          | 4 | The webhook endpoint hooks.example.com fails: its last 4 deliveries were given up.
                    """)
    void anEndpointFails(String description, int failures, String trouble) {
        String endpoint = endpoint(description);
        assertThat(home(owner)).doesNotContain("The webhook endpoint");

        set(endpoint, Map.of("consecutive_failures", (long) failures));

        assertThat(home(owner)).contains(trouble, "href=\"/dashboard/webhooks/" + endpoint + "\"");
    }

    @ParameterizedTest
    @CsvSource({"601, 0, true", "599, 0, false", "601, 602, false"})
    void anEndpointTakesNothingForTenMinutes(long successAgo, long failureAgo, boolean isTold) {
        Instant now = account.service().clock().instant();
        account.table()
                .write(List.of(Write.update(Keys.endpoint(account.tenantId(), endpoint("Discord bot")))
                        .set(Attribute.time("last_success_at"), now.minusSeconds(successAgo))
                        .set(Attribute.time("last_failure_at"), now.minusSeconds(failureAgo))));

        assertThat(home(owner).contains("The webhook endpoint “Discord bot” takes no deliveries at present."))
                .isEqualTo(isTold);
    }

    @Test
    void anEndpointWasSwitchedOff() {
        String endpoint = endpoint("Discord bot");
        set(
                endpoint,
                Map.of("is_active", false, "disabled_reason", "it answered 410 Gone", "consecutive_failures", 2L));

        assertThat(home(owner))
                .contains("The webhook endpoint “Discord bot” was switched off: it answered 410 Gone.")
                .doesNotContain("fails:");
    }

    @Test
    void anEndpointThatItsOwnerSwitchedOffIsNoTrouble() {
        String endpoint = endpoint("Discord bot");
        set(endpoint, Map.of("consecutive_failures", 2L));
        account.api()
                .patch("/webhook-endpoints/" + endpoint, Map.of("is_active", false))
                .expect(200);

        assertThat(home(owner)).doesNotContain("The webhook endpoint");
    }

    @ParameterizedTest
    @CsvSource({"89999, 100000, false", "90000, 100000, true", "100000, 100000, true", "0, 0, false"})
    void theMonthsSpeechIsNearItsLimit(long used, int limit, boolean isTold) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("tts", Map.of("characters_limit", limit)))
                .expect(200);
        String month = YearMonth.from(account.service().clock().instant().atZone(ZoneOffset.UTC))
                .toString();
        account.table()
                .write(List.of(Write.update(SpeechKeys.speechUsage(account.tenantId(), month))
                        .add(Attribute.whole("characters"), used)));
        String trouble = String.format("%,d of this month's %,d characters of speech are used.", used, limit);

        assertThat(home(owner).replace("&#39;", "'").contains(trouble)).isEqualTo(isTold);
    }

    @Test
    void aTipIsNotFinished() {
        String orderId = account.tip("Ada");
        account.api().post("/tts/" + orderId + "/start").expect(200);
        String trouble = "A tip has been playing for more than ten minutes";
        assertThat(home(owner)).doesNotContain(trouble);

        Instant before = account.service().clock().instant().minus(StaleClaims.MIN_AGE.plusSeconds(1));
        account.table()
                .write(List.of(
                        Write.update(Keys.ttsSlot(account.tenantId())).set(Attribute.time("claimed_at"), before)));

        assertThat(home(owner)).contains(trouble);
        assertThat(home(moderator())).contains(trouble);
        account.api().post("/tts/" + orderId + "/finish").expect(200);
        assertThat(home(owner)).doesNotContain(trouble);
    }

    @Test
    void aModeratorIsToldOfNothingThatOnlyOthersCanMend() {
        set(endpoint("Discord bot"), Map.of("consecutive_failures", 1L));
        assertThat(home(moderator())).doesNotContain("The webhook endpoint");
    }

    private DashboardVisitor moderator() {
        Account.Member member = account.newUser(Role.MODERATOR);
        return DashboardVisitor.signedIn(account.service(), member.email(), member.password());
    }

    private String endpoint(String description) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("url", "https://hooks.example.com/tips");
        body.put("events", List.of("*"));
        if (!description.isEmpty()) {
            body.put("description", description);
        }
        return (String)
                account.api().post("/webhook-endpoints", body).expect(201).at("endpoint.id");
    }

    private void set(String endpoint, Map<String, Object> values) {
        Write write = Write.update(Keys.endpoint(account.tenantId(), endpoint)).when(Condition.rowExists());
        values.forEach((name, value) -> write.set(Attribute.any(name), value));
        account.table().write(List.of(write));
    }
}
