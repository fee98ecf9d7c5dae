package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.LibraryKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// An overlay's alerts in the API: their theme, language, order and variations.
class OverlayAlertsTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Answer made =
            account.dashboard().post(DASHBOARD, Map.of("name", "Main")).expect(201);

    @Test
    void anOverlayHasTheUsualAlertsUntilOthersAreChosen() {
        assertThat(made.at("overlay.layout.alerts.theme")).isEqualTo("card");
        assertThat(made.at("overlay.layout.alerts.language")).isEqualTo("en");
        assertThat(made.at("overlay.layout.alerts.variations")).isEqualTo(List.of());

        change(Map.of("theme", "pixel")).expect(200);
        Answer changed = change(Map.of(
                        "order",
                        List.of("follow", "raid"),
                        "variations",
                        List.of(Map.of(
                                "type", "tip", "from", new BigDecimal("49.99"), "is_first", true, "sound", "none")),
                        "pause_seconds",
                        3))
                .expect(200);

        assertThat(changed.at("overlay.layout.alerts.theme")).isEqualTo("pixel");
        assertThat(changed.at("overlay.layout.alerts.order")).isEqualTo(List.of("follow", "raid"));
        assertThat(changed.at("overlay.layout.alerts.variations.0.from")).hasToString("49.99");
        assertThat(changed.at("overlay.layout.alerts.variations.0.to")).isNull();
        assertThat(changed.at("overlay.layout.alerts.variations.0.is_first")).isEqualTo(true);
        assertThat(changed.at("overlay.layout.alerts.pause_seconds")).hasToString("3");
        assertThat(changed.at("overlay.layout.alerts.variations.0.chance")).hasToString("100");
        assertThat(changed.at("overlay.layout.alerts.variations.0.is_spoken")).isEqualTo(true);
        assertThat(account.api().get("/overlays").at("overlays.0.layout")).isEqualTo(changed.at("overlay.layout"));
    }

    @Test
    void aPageOfManyVariationsAndFilesNamesAllFilesInItsBlankFormAlone() {
        List<String> files =
                IntStream.range(0, 200).mapToObj("%032x.gif"::formatted).toList();
        Instant now = service.clock().instant();
        files.forEach(id -> account.table()
                .write(List.of(Write.put(Row.of(LibraryKeys.file(account.tenantId(), id))
                        .with(Attribute.text("name"), "😀".repeat(64))
                        .with(Attribute.whole("bytes"), 100L)
                        .with(Attribute.int32("width"), 10)
                        .with(Attribute.int32("height"), 10)
                        .with(Attribute.text("object_tag"), "tag")
                        .with(Attribute.time("created_at"), now)))));
        change(Map.of("variations", Collections.nCopies(40, Map.of("type", "tip", "picture_file", files.getLast()))))
                .expect(200);

        String page = DashboardVisitor.owner(account)
                .open("/dashboard/overlays/" + made.at("overlay.id") + "/alerts")
                .expect(200)
                .text();

        assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1_000_000);
        assertThat(page.split(files.getLast() + "\" selected", -1)).hasSize(41);
        assertThat(page.split("value=\"" + files.getFirst(), -1))
                .as("in the blank form")
                .hasSize(2);
    }

    @Test
    void everyFieldIsRefusedByItsName() {
        refused("theme", "brutal");
        refused("language", "tlh");
        refused("mirrors", "no");
        refused("pause_seconds", -1);
        refused("pause_seconds", 31);
        refused("order", List.of("follow", "follow"));
        refused("order", List.of("tip"));
        refused("variations", Collections.nCopies(41, Map.of("type", "tip")));
        variation("type", "hug");
        variation("from", -1);
        variation("from", new BigDecimal("0.001"));
        variation("tier", 4);
        variation("platform", "gamma");
        variation("is_first", "yes");
        variation("chance", 0);
        variation("chance", 101);
        variation("text", "{nmae} was here");
        variation("text", "x".repeat(201));
        variation("picture", "https://example.org/cat.gif");
        variation("picture_file", "https://example.org/cat.gif");
        variation("picture_file", "5f0c1be2a7d94e6f8b3a1c9d7e2f4a60.mp3");
        variation("picture_place", "below");
        variation("sound", "airhorn");
        variation("sound_file", "5f0c1be2a7d94e6f8b3a1c9d7e2f4a60.gif");
        variation("sound_file", "5F0C1BE2A7D94E6F8B3A1C9D7E2F4A60.mp3");
        variation("volume", 101);
        variation("enter", "explode");
        variation("leave", "explode");
        variation("seconds", 1);
        variation("is_spoken", "yes");
        assertThat(change(Map.of("variations", List.of(Map.of("type", "tip", "from", 5, "to", 4))))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("layout.alerts.variations[0].to");
    }

    @Test
    void aVariationHasFilesOfTheLibrary() {
        String picture = "5f0c1be2a7d94e6f8b3a1c9d7e2f4a60.webm";
        String sound = "5f0c1be2a7d94e6f8b3a1c9d7e2f4a60.mp3";
        Answer changed = change(Map.of(
                        "variations", List.of(Map.of("type", "tip", "picture_file", picture, "sound_file", sound))))
                .expect(200);

        assertThat(changed.at("overlay.layout.alerts.variations.0.picture_file"))
                .isEqualTo(picture);
        assertThat(changed.at("overlay.layout.alerts.variations.0.sound_file")).isEqualTo(sound);
        assertThat(changed.at("overlay.layout.alerts.variations.0.picture")).isNull();
    }

    @Test
    void fortyVariationsFitAndTheGoalSaysItsCurrency() {
        Map<String, Object> large = Map.of("type", "raid", "text", "ü".repeat(200), "sound", "fanfare");
        assertThat(change(Map.of("variations", Collections.nCopies(40, large)))
                        .expect(200)
                        .at("overlay.layout.alerts.variations.39.text"))
                .isEqualTo("ü".repeat(200));
        assertThat(account.api()
                        .get("/overlays/" + made.at("overlay.id") + "/tip-goal")
                        .at("tip_goal.currency"))
                .isEqualTo("EUR");
    }

    private void variation(String field, @Nullable Object value) {
        Map<String, @Nullable Object> variation = new HashMap<>(Map.of("type", "tip"));
        variation.put(field, value);
        refused("variations[0]." + field, List.of(variation), "variations");
    }

    private void refused(String field, Object value) {
        refused(field, value, field);
    }

    private void refused(String field, Object value, String sent) {
        assertThat(change(Map.of(sent, value)).refuses(400, "bad_request").at("field"))
                .isEqualTo("layout.alerts." + field);
    }

    private Answer change(Map<String, Object> alerts) {
        return account.dashboard()
                .patch(DASHBOARD + "/" + made.at("overlay.id"), Map.of("layout", Map.of("alerts", alerts)));
    }
}
