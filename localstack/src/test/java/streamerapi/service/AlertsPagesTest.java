package streamerapi.service;

import org.junit.jupiter.api.Test;
import streamerapi.settings.AlertSettings;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.EventType;

import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The page of the platforms' alerts: which are shown, and a test of each.
class AlertsPagesTest {

    private static final String ALERTS = "/dashboard/alerts";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);

    @Test
    void everyAlertOfTheCatalogueCanBeSwitchedAndTried() {
        String page = owner.open(ALERTS).expect(200).text();
        assertThat(AlertSettings.TYPES).allSatisfy(type -> {
            assertThat(page).contains("name=\"alerts[" + type.label() + "][enabled]\"");
            assertThat(page).contains("name=\"type\" value=\"" + type.label() + "\"");
            assertThat(page.contains("alerts[" + type.label() + "][min_amount]"))
                    .as("%s counts something", type.label())
                    .isEqualTo(AlertSettings.isCounted(type));
        });
    }

    @Test
    void anAlertThatIsSwitchedOffStaysOffAndTheOthersStayAsTheyWere() {
        Map<String, String> form = Map.of(
                "alerts[alpha.follow][enabled]", "false",
                "alerts[alpha.cheer][enabled]", "true",
                "alerts[alpha.cheer][min_amount]", "100");
        assertThat(owner.use(ALERTS, ALERTS, form).expect(200).text()).contains("The settings are saved.");
        Answer settings = account.dashboard().get("/dashboard/api/settings").expect(200);
        Map<?, ?> alerts = (Map<?, ?>) Objects.requireNonNull(settings.at("settings.alerts"));
        assertThat(alerts.get("alpha.follow")).isEqualTo(Map.of("enabled", false));
        assertThat(String.valueOf(alerts.get("alpha.cheer"))).isEqualTo("{enabled=true, min_amount=100}");
        assertThat(alerts.get("beta.follow")).isEqualTo(Map.of("enabled", true));
    }

    @Test
    void aWrongLeastAmountIsSaidAndKeptInItsField() {
        Answer refused = owner.use(ALERTS, ALERTS, Map.of("alerts[alpha.raid][min_amount]", "1000001"))
                .expect(400);
        assertThat(refused.text()).contains("alerts.alpha.raid.min_amount", "value=\"1000001\"");
    }

    @Test
    void aTestOfAnAlertGoesTheWholeWayAndIsMarked() {
        assertThat(owner.use(ALERTS, ALERTS + "/test", Map.of("type", "alpha.raid"))
                        .expect(200)
                        .text())
                .contains("The test alert is on its way");
        await().untilAsserted(() -> assertThat(account.api()
                        .get("/events/log?type=alpha.raid")
                        .expect(200)
                        .at("events.0.data.test"))
                .isEqualTo(true));
    }

    @Test
    void aTypeThatIsNoAlertCannotBeForged() {
        assertThat(owner.use(ALERTS, ALERTS + "/test", Map.of("type", EventType.PING.label()))
                        .text())
                .contains("role=\"alert\"");
    }

    @Test
    void aModeratorDoesNotReachIt() {
        Account.Member moderator = account.newUser(Role.MODERATOR);
        DashboardVisitor.signedIn(service, moderator.email(), moderator.password())
                .open(ALERTS)
                .expect(403);
    }
}
