package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The days and hours that pages show are in the channel's time zone; those of the API stay UTC.
@NullMarked
class TimeZoneTest {

    private static final String SETTINGS = "/dashboard/api/settings";
    private static final String HISTORY = "/dashboard/queue/history";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void aNewAccountIsInUtc() {
        assertThat(owner.get(SETTINGS).expect(200).at("settings.time_zone")).isEqualTo("UTC");
        assertThat(page("/dashboard/home")).contains("Hour (UTC)");
        assertThat(page(HISTORY)).contains("From (UTC)", "To (UTC)");
    }

    @Test
    void aZoneIsOneOfTheIanaDatabase() {
        for (String zone : new String[] {"Mars/Olympus", "europe/berlin", "+02:00", "CEST"}) {
            owner.patch(SETTINGS, Map.of("time_zone", zone))
                    .refuses(400, "bad_request")
                    .names("time_zone");
        }
        zone("Europe/Berlin");
        assertThat(owner.get(SETTINGS).at("settings.time_zone")).isEqualTo("Europe/Berlin");
    }

    @Test
    void aSearchOfTheHistoryIsOfTheChannelsDays() {
        zone("Pacific/Auckland");
        account.api().post("/tips", Map.of("name", "Ada", "amount", 5)).expect(201);
        advanceTo("13:00");
        Object order = account.api().get("/tts/queue").at("items.0.order_id");
        account.api().post("/tts/" + order + "/start").expect(200);
        account.api().post("/tts/" + order + "/finish").expect(200);

        String day = service.clock()
                .instant()
                .truncatedTo(ChronoUnit.DAYS)
                .toString()
                .substring(0, 10);
        String next = service.clock()
                .instant()
                .plus(1, ChronoUnit.DAYS)
                .truncatedTo(ChronoUnit.DAYS)
                .toString()
                .substring(0, 10);
        assertThat(page(HISTORY + "?from=" + next + "&to=" + next))
                .contains("From (Pacific/Auckland)")
                .contains("Ada");
        assertThat(page(HISTORY + "?to=" + day)).doesNotContain("Ada");
        assertThat(page(HISTORY + "/tips.csv?from=" + next)).contains("Ada");
        zone("UTC");
        assertThat(page(HISTORY + "?to=" + day)).contains("Ada");
    }

    @Test
    void theDaysOfMoneyAreTheChannels() {
        zone("Pacific/Auckland");
        advanceTo("13:00");
        account.connector("card_processor")
                .send("payment.captured", Map.of("payment_id", "p1", "name", "Ada", "amount", 5, "currency", "EUR"));
        Instant now = service.clock().instant();
        String day = LocalDate.ofInstant(now, ZoneOffset.UTC).toString();
        String next = LocalDate.ofInstant(now, ZoneId.of("Pacific/Auckland")).toString();
        assertThat(next).isNotEqualTo(day);

        assertThat(page("/dashboard/money"))
                .contains("From (Pacific/Auckland)", "To (Pacific/Auckland)", "value=\"" + next + "\"");
        assertThat(page("/dashboard/money/days.csv?from=" + next + "&to=" + next))
                .contains(next + ",card_processor");
        assertThat(page("/dashboard/money/days.csv?from=" + day + "&to=" + day)).doesNotContain("card_processor");
        String api = "/dashboard/api/money";
        assertThat(owner.get(api).expect(200).at("days.0.day")).isEqualTo(day);
        assertThat(owner.get(api + "?time_zone=Pacific/Auckland").expect(200).at("days.0.day"))
                .isEqualTo(next);
        owner.get(api + "?time_zone=Mars/Olympus").refuses(400, "bad_request").names("time_zone");
    }

    @Test
    void theThirtyDaysOfHomeSayThatTheyAreInUtc() {
        zone("Pacific/Auckland");
        assertThat(page("/dashboard/home")).contains("Last 30 days <small>days in UTC</small>");
    }

    @Test
    void theHoursOfHomeAreTheChannels() {
        zone("Asia/Kolkata");
        Instant hour = service.clock().instant().truncatedTo(ChronoUnit.HOURS);
        LocalTime shown = LocalTime.ofInstant(hour, ZoneId.of("Asia/Kolkata"));
        assertThat(shown.getMinute()).isEqualTo(30);

        assertThat(page("/dashboard/home"))
                .contains("Hour (Asia/Kolkata)", "<th scope=\"row\">" + shown + "</th>", "Day (UTC)");
    }

    @Test
    void thePageOffersZonesByTheirPlaces() {
        zone("America/New_York");
        assertThat(page("/dashboard/settings"))
                .contains(
                        "<option value=\"America/New_York\" selected>America/New York</option>",
                        "<option value=\"UTC\">UTC</option>",
                        "<option value=\"Asia/Kolkata\">Asia/Kolkata</option>")
                .doesNotContain("Etc/GMT", "SystemV");
    }

    /// Lets the clock go to a time of day, UTC.
    private void advanceTo(String time) {
        Instant now = service.clock().instant();
        Instant then =
                now.truncatedTo(ChronoUnit.DAYS).plus(Duration.between(LocalTime.MIDNIGHT, LocalTime.parse(time)));
        Duration wait = Duration.between(now, then);
        service.clock().advance(wait.isNegative() ? wait.plusDays(1) : wait);
    }

    private void zone(String zone) {
        owner.patch(SETTINGS, Map.of("time_zone", zone)).expect(200);
    }

    private String page(String address) {
        return DashboardVisitor.owner(account).open(address).expect(200).text();
    }
}
