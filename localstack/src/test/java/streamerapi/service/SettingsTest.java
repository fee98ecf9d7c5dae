package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.settings.Settings;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// What a streamer decides about the account (contract "Dashboard").
@NullMarked
class SettingsTest {

    private static final String SETTINGS = "/dashboard/api/settings";

    private final Account account = Service.shared().newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void aNewAccountFiltersNothingAndHoldsNothing() {
        assertThat(owner.get(SETTINGS).expect(200).text())
                .isEqualTo("{\"settings\":{\"currency\":\"EUR\",\"filter\":{\"replace\":[],\"block\":[],"
                        + "\"on_match\":\"replace\"},\"review\":{\"hold_all\":false},\"banned_media\":[],"
                        + "\"ai_voices_available\":false}}");
    }

    @Test
    void everySettingIsKept() {
        Map<String, Object> all = Map.of(
                "currency", "JPY",
                "filter", Map.of("replace", List.of("heck"), "block", List.of("spoiler", "x"), "on_match", "hold"),
                "review", Map.of("hold_all", true),
                "banned_media", List.of("https://video.example.com/v"));
        Answer changed = owner.patch(SETTINGS, all).expect(200);

        assertThat(owner.get(SETTINGS).expect(200).json()).isEqualTo(changed.json());
        Settings settings = Settings.read(account.table(), account.tenantId());
        assertThat(settings)
                .isEqualTo(new Settings(
                        "JPY",
                        List.of("heck"),
                        List.of("spoiler", "x"),
                        Settings.OnMatch.HOLD,
                        true,
                        List.of("https://video.example.com/v"),
                        false));
        assertThat(Json.writeText(Map.of("settings", settings.json()))).isEqualTo(changed.text());
    }

    @Test
    void whatIsNotSentStaysAsItIs() {
        owner.patch(SETTINGS, Map.of("filter", Map.of("block", List.of("spoiler"))))
                .expect(200);
        owner.patch(SETTINGS, Map.of("filter", Map.of("on_match", "hold"))).expect(200);
        owner.send(
                        "PATCH",
                        SETTINGS,
                        "{\"filter\": null, \"review\": {\"hold_all\": null}}".getBytes(StandardCharsets.UTF_8))
                .expect(200);
        owner.patch(SETTINGS, Map.of()).expect(200);

        Answer settings = owner.get(SETTINGS).expect(200);
        assertThat(settings.at("settings.filter.block")).isEqualTo(List.of("spoiler"));
        assertThat(settings.at("settings.filter.on_match")).isEqualTo("hold");
        assertThat(settings.at("settings.currency")).isEqualTo("EUR");
    }

    @Test
    void aListTakesThePlaceOfTheOneBeforeWithoutWhatItNamesTwice() {
        owner.patch(SETTINGS, Map.of("banned_media", List.of("a", "b", "a"))).expect(200);
        assertThat(owner.get(SETTINGS).expect(200).at("settings.banned_media")).isEqualTo(List.of("a", "b"));
        owner.patch(SETTINGS, Map.of("banned_media", List.of())).expect(200);
        assertThat(owner.get(SETTINGS).expect(200).at("settings.banned_media")).isEqualTo(List.of());
    }

    @Test
    void tipsWithoutACurrencyHaveTheAccounts() {
        owner.patch(SETTINGS, Map.of("currency", "JPY")).expect(200);
        account.tip("Ada");
        assertThat(account.rows("TIP#")).extracting(row -> row.text("currency")).containsExactly("JPY");
    }

    @Test
    void changesOfDifferentSettingsAtOnceAllStay() {
        List<Map<String, Object>> changes = List.of(
                Map.of("currency", "JPY"),
                Map.of("filter", Map.of("block", List.of("spoiler"))),
                Map.of("review", Map.of("hold_all", true)),
                Map.of("banned_media", List.of("a")));
        AtOnce.run(4, i -> owner.patch(SETTINGS, changes.get(i)).expect(200));
        Settings settings = Settings.read(account.table(), account.tenantId());
        assertThat(settings.currency()).isEqualTo("JPY");
        assertThat(settings.block()).containsExactly("spoiler");
        assertThat(settings.holdAll()).isTrue();
        assertThat(settings.bannedMedia()).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"currency": "EURO"}                 | currency
                    {"currency": "XYZ"}                  | currency
                    {"filter": []}                       | filter
                    {"filter": "none"}                   | filter
                    {"filter": {"replace": "heck"}}      | filter.replace
                    {"filter": {"replace": [1]}}         | filter.replace
                    {"filter": {"block": [""]}}          | filter.block
                    {"filter": {"block": ["  "]}}        | filter.block
                    {"filter": {"on_match": "block"}}    | filter.on_match
                    {"review": {"hold_all": "yes"}}      | review.hold_all
                    {"banned_media": [""]}               | banned_media
                    """)
    void whatIsNoSettingIsRefusedByItsPath(String body, String field) {
        Answer before = owner.get(SETTINGS).expect(200);
        Answer refused = owner.send("PATCH", SETTINGS, body.getBytes(StandardCharsets.UTF_8))
                .refuses(400, "bad_request");
        assertThat(refused.at("field")).isEqualTo(field);
        assertThat(String.valueOf(refused.at("error"))).startsWith(field);
        assertThat(owner.get(SETTINGS).expect(200).json()).isEqualTo(before.json());
    }

    @Test
    void aListHasAtMostFiveHundredEntriesOfLimitedLength() {
        owner.patch(SETTINGS, Map.of("filter", Map.of("block", Collections.nCopies(501, "x"))))
                .refuses(400, "bad_request");
        owner.patch(SETTINGS, Map.of("filter", Map.of("block", List.of("x".repeat(65)))))
                .refuses(400, "bad_request");
        owner.patch(SETTINGS, Map.of("banned_media", List.of("x".repeat(2_049))))
                .refuses(400, "bad_request");
        owner.patch(SETTINGS, Map.of("filter", Map.of("block", List.of("é".repeat(64)))))
                .expect(200);
    }

    @Test
    void theOperatorAloneLetsAnAccountIntoTheBeta() {
        owner.patch(SETTINGS, Map.of("ai_voices_available", true)).expect(200);
        assertThat(owner.get(SETTINGS).expect(200).at("settings.ai_voices_available"))
                .isEqualTo(false);
    }

    @Test
    void aFieldInsideAnObjectThatNobodyReadsIsWarnedOf() {
        owner.patch(SETTINGS, Map.of("filter", Map.of("blocks", List.of("x")), "colour", "red"))
                .expect(200);
        assertThat(account.events())
                .extracting(event -> Objects.requireNonNull(
                        Json.asObject(Json.asObject(Json.read(event)).get("data"))
                                .get("field")))
                .containsExactlyInAnyOrder("filter.blocks", "colour");
    }
}
