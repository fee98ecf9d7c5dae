package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.commands.Permission;
import streamerapi.settings.BotSettings;
import streamerapi.settings.FilterSettings;
import streamerapi.settings.ModerationSettings;
import streamerapi.settings.RewardAction;
import streamerapi.settings.Settings;
import streamerapi.settings.SpeechSettings;
import streamerapi.settings.SubRewardSettings;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds a streamer's settings of the account (contract "Dashboard").
@NullMarked
class SettingsTest {

    private static final String SETTINGS = "/dashboard/api/settings";

    private static final Map<String, Object> REWARD =
            Map.of("reward_id", "r1", "action", "counter", "counter", "deaths", "amount", -2);

    private final Account account = Service.shared().newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void aNewAccountFiltersNothingAndHoldsNothing() {
        assertThat(owner.get(SETTINGS).expect(200).text())
                .isEqualTo(
                        "{\"settings\":{\"currency\":\"EUR\",\"time_zone\":\"UTC\",\"exchange_rates\":[],\"filter\":{\"replace\":[],\"block\":[],"
                                + "\"on_match\":\"replace\"},\"review\":{\"hold_all\":false},\"banned_media\":[],"
                                + "\"tts\":{\"template\":\"{name} tipped {amount}. {message}\",\"max_characters\":300,"
                                + "\"min_amount\":0,\"voice\":null,\"characters_limit\":100000},"
                                + "\"sub_rewards\":{\"per_sub\":0,\"per_resub\":0,\"per_gifted_sub\":0},"
                                + "\"alerts\":{\"alpha.follow\":{\"enabled\":true},\"alpha.sub\":{\"enabled\":true},"
                                + "\"alpha.resub\":{\"enabled\":true},"
                                + "\"alpha.gift_sub\":{\"enabled\":true,\"min_amount\":0},"
                                + "\"alpha.cheer\":{\"enabled\":true,\"min_amount\":0},"
                                + "\"alpha.raid\":{\"enabled\":true,\"min_amount\":0},"
                                + "\"beta.follow\":{\"enabled\":true},\"beta.sub\":{\"enabled\":true},"
                                + "\"beta.resub\":{\"enabled\":true},"
                                + "\"beta.gift_sub\":{\"enabled\":true,\"min_amount\":0},"
                                + "\"beta.paid_gift\":{\"enabled\":true,\"min_amount\":0}},"
                                + "\"rewards\":[],\"bot\":{\"alpha\":true,\"beta\":true,\"disabled_commands\":[],"
                                + "\"song_permission\":\"subscriber\"},"
                                + "\"moderation\":{\"url\":null,\"timeout_ms\":1000,\"enabled\":false},"
                                + "\"tip_page\":{\"enabled\":false,\"slug\":null,\"title\":null,\"text\":null,"
                                + "\"presets\":[3,5,10,25],\"min_amount\":1,\"max_amount\":1000,\"media\":false,"
                                + "\"sign_in\":true,\"picture_url\":null,\"color\":null,\"show_goal\":false,"
                                + "\"show_tips\":false},\"ai_voices_available\":false}}");
    }

    @Test
    void aCurrencyIsTakenInAnyCase() {
        assertThat(owner.withoutValidation()
                        .patch(SETTINGS, Map.of("currency", "jpy"))
                        .expect(200)
                        .at("settings.currency"))
                .isEqualTo("JPY");
        assertThat(Settings.read(account.table(), account.tenantId()).currency())
                .isEqualTo("JPY");
        owner.patch(SETTINGS, Map.of("currency", "zzz")).names("currency");
    }

    @Test
    void aVoiceMustBeOneThatExists() {
        owner.patch(SETTINGS, Map.of("tts", Map.of("voice", "Joana"))).names("tts.voice");
        owner.patch(SETTINGS, Map.of("tts", Map.of("voice", "joanna"))).names("tts.voice");
        owner.patch(SETTINGS, Map.of("tts", Map.of("voice", "Vicki"))).expect(200);
        assertThat(Settings.read(account.table(), account.tenantId()).tts().voice())
                .isEqualTo("Vicki");
    }

    @Test
    void aRewardAddsToACounterThatExists() {
        List<Map<String, Object>> rewards = List.of(Map.of("reward_id", "r0", "action", "tts"), REWARD);
        owner.patch(SETTINGS, Map.of("rewards", rewards)).names("rewards[1].counter");

        counter();
        owner.patch(SETTINGS, Map.of("rewards", rewards)).expect(200);
        account.api().delete("/counters/deaths").expect(200);
        owner.patch(SETTINGS, Map.of("rewards", rewards, "currency", "EUR")).expect(200);
    }

    private void counter() {
        account.api()
                .send("PUT", "/counters/deaths", Json.write(Map.of("value", 0)))
                .expect(201);
    }

    @Test
    void everySettingIsKept() {
        counter();
        Map<String, Object> all = Map.of(
                "currency", "JPY",
                "filter", Map.of("replace", List.of("heck"), "block", List.of("spoiler", "x"), "on_match", "hold"),
                "review", Map.of("hold_all", true),
                "banned_media", List.of("https://video.example.com/v"),
                "tts",
                        Map.of(
                                "template",
                                "{message}",
                                "max_characters",
                                20,
                                "min_amount",
                                new BigDecimal("1.5"),
                                "voice",
                                "Joanna",
                                "characters_limit",
                                0),
                "sub_rewards", Map.of("per_sub", 1, "per_resub", 2, "per_gifted_sub", 100),
                "alerts", Map.of("alpha.follow", Map.of("enabled", false), "alpha.cheer", Map.of("min_amount", 100)),
                "rewards", List.of(REWARD, Map.of("reward_id", "r2", "action", "tts")),
                "bot", Map.of("beta", false),
                "moderation", Map.of("url", "https://moderation.example.com/v1", "timeout_ms", 250, "enabled", true));
        Answer changed = owner.patch(SETTINGS, all).expect(200);

        assertThat(owner.get(SETTINGS).expect(200).json()).isEqualTo(changed.json());
        Settings settings = Settings.read(account.table(), account.tenantId());
        assertThat(settings.currency()).isEqualTo("JPY");
        assertThat(settings.filter())
                .isEqualTo(new FilterSettings(List.of("heck"), List.of("spoiler", "x"), FilterSettings.OnMatch.HOLD));
        assertThat(settings.holdAll()).isTrue();
        assertThat(settings.bannedMedia()).containsExactly("https://video.example.com/v");
        assertThat(settings.tts()).isEqualTo(new SpeechSettings("{message}", 20, new BigDecimal("1.5"), "Joanna", 0));
        assertThat(settings.subRewards()).isEqualTo(new SubRewardSettings(1, 2, 100));
        assertThat(settings.alerts().allows(EventType.ALPHA_FOLLOW, 1)).isFalse();
        assertThat(settings.alerts().allows(EventType.BETA_FOLLOW, 1)).isTrue();
        assertThat(settings.alerts().allows(EventType.ALPHA_CHEER, 99)).isFalse();
        assertThat(settings.alerts().allows(EventType.ALPHA_CHEER, 100)).isTrue();
        assertThat(settings.rewards())
                .containsExactly(
                        new RewardAction("r1", RewardAction.Kind.COUNTER, "deaths", -2L),
                        new RewardAction("r2", RewardAction.Kind.TTS, null, null));
        assertThat(settings.reward("r1")).isEqualTo(settings.rewards().getFirst());
        assertThat(settings.reward("r3")).isNull();
        assertThat(settings.bot()).isEqualTo(new BotSettings(true, false, List.of(), Permission.SUBSCRIBER));
        assertThat(settings.moderation())
                .isEqualTo(new ModerationSettings(
                        "https://moderation.example.com/v1", Duration.ofMillis(250), true, null));
        assertThat(Json.writeText(Map.of("settings", Settings.SCHEMA.json(settings))))
                .isEqualTo(changed.text());
    }

    @Test
    void theModerationServicesSecretIsNeverAnswered() {
        Answer changed = owner.patch(
                        SETTINGS, Map.of("moderation", Map.of("secret", "a secret".replace(' ', '-') + "-of-length")))
                .expect(200);
        assertThat(changed.text()).doesNotContain("a-secret");
        owner.patch(SETTINGS, Map.of("moderation", Map.of("timeout_ms", 300))).expect(200);
        assertThat(owner.get(SETTINGS).expect(200).text()).doesNotContain("a-secret");
        assertThat(Settings.read(account.table(), account.tenantId())
                        .moderation()
                        .secret())
                .isEqualTo("a-secret-of-length");
        assertThat(Settings.read(account.table(), account.tenantId()).toString())
                .doesNotContain("a-secret");

        owner.send("PATCH", SETTINGS, "{\"moderation\": {\"secret\": null}}".getBytes(StandardCharsets.UTF_8))
                .expect(200);
        assertThat(Settings.read(account.table(), account.tenantId())
                        .moderation()
                        .secret())
                .isNull();
    }

    @Test
    void aVoiceAndAnAddressAreTakenBackWithNull() {
        owner.patch(
                        SETTINGS,
                        Map.of(
                                "tts",
                                Map.of("voice", "Joanna"),
                                "moderation",
                                Map.of("url", "https://moderation.example.com/v1")))
                .expect(200);
        Answer changed = owner.send(
                        "PATCH",
                        SETTINGS,
                        "{\"tts\": {\"voice\": null}, \"moderation\": {\"url\": null}}"
                                .getBytes(StandardCharsets.UTF_8))
                .expect(200);
        assertThat(changed.at("settings.tts.voice")).isNull();
        assertThat(changed.at("settings.moderation.url")).isNull();
    }

    @Test
    void anAskedModerationServiceKeepsItsAddress() {
        owner.patch(SETTINGS, Map.of("moderation", Map.of("url", "https://moderation.example.com/v1", "enabled", true)))
                .expect(200);
        Answer refused = owner.send(
                        "PATCH", SETTINGS, "{\"moderation\": {\"url\": null}}".getBytes(StandardCharsets.UTF_8))
                .refuses(400, "bad_request");
        assertThat(refused.at("field")).isEqualTo("moderation.url");
    }

    @Test
    void anAccountMapsAtMostAHundredRewards() {
        List<Map<String, Object>> rewards = IntStream.range(0, 101)
                .<Map<String, Object>>mapToObj(i -> Map.of("reward_id", "r" + i, "action", "none"))
                .toList();
        assertThat(owner.patch(SETTINGS, Map.of("rewards", rewards))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("rewards");
        owner.patch(SETTINGS, Map.of("rewards", rewards.subList(0, 100))).expect(200);
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
        assertThat(account.rows("TIP#"))
                .extracting(row -> row.get(Attribute.text("currency")))
                .containsExactly("JPY");
    }

    @Test
    void changesOfDifferentSettingsAtOnceAllStay() {
        List<Map<String, Object>> changes = List.of(
                Map.of("currency", "JPY"),
                Map.of("filter", Map.of("block", List.of("spoiler"))),
                Map.of("filter", Map.of("replace", List.of("heck"))),
                Map.of("bot", Map.of("alpha", false)),
                Map.of("bot", Map.of("beta", false)),
                Map.of("review", Map.of("hold_all", true)),
                Map.of("banned_media", List.of("a")));
        AtOnce.run(changes.size(), i -> owner.patch(SETTINGS, changes.get(i)).expect(200));
        Settings settings = Settings.read(account.table(), account.tenantId());
        assertThat(settings.currency()).isEqualTo("JPY");
        assertThat(settings.filter().block()).containsExactly("spoiler");
        assertThat(settings.filter().replace()).containsExactly("heck");
        assertThat(settings.bot()).isEqualTo(new BotSettings(false, false, List.of(), Permission.SUBSCRIBER));
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
                    {"tts": 1}                           | tts
                    {"tts": {"template": ""}}            | tts.template
                    {"tts": {"template": " "}}           | tts.template
                    {"tts": {"template": "{user}"}}      | tts.template
                    {"tts": {"template": "{}"}}          | tts.template
                    {"tts": {"max_characters": 19}}      | tts.max_characters
                    {"tts": {"max_characters": 501}}     | tts.max_characters
                    {"tts": {"max_characters": 20.5}}    | tts.max_characters
                    {"tts": {"min_amount": -1}}          | tts.min_amount
                    {"tts": {"min_amount": 0.001}}       | tts.min_amount
                    {"tts": {"min_amount": "1"}}         | tts.min_amount
                    {"tts": {"voice": ""}}               | tts.voice
                    {"tts": {"voice": 1}}                | tts.voice
                    {"tts": {"characters_limit": -1}}    | tts.characters_limit
                    {"tts": {"characters_limit": 10000001}} | tts.characters_limit
                    {"sub_rewards": {"per_sub": -1}}     | sub_rewards.per_sub
                    {"sub_rewards": {"per_resub": 101}}  | sub_rewards.per_resub
                    {"sub_rewards": {"per_gifted_sub": "1"}} | sub_rewards.per_gifted_sub
                    {"alerts": []}                       | alerts
                    {"alerts": {"alpha.follow": true}}   | alerts.alpha.follow
                    {"alerts": {"beta.sub": {"enabled": 1}}} | alerts.beta.sub.enabled
                    {"alerts": {"alpha.raid": {"min_amount": -1}}} | alerts.alpha.raid.min_amount
                    {"alerts": {"alpha.raid": {"min_amount": 1000001}}} | alerts.alpha.raid.min_amount
                    {"rewards": {}}                      | rewards
                    {"rewards": ["r1"]}                  | rewards
                    {"rewards": [{"action": "tts"}]}     | rewards[0].reward_id
                    {"rewards": [{"reward_id": "", "action": "tts"}]} | rewards[0].reward_id
                    {"rewards": [{"reward_id": "r1"}]}   | rewards[0].action
                    {"rewards": [{"reward_id": "r1", "action": "dance"}]} | rewards[0].action
                    {"rewards": [{"reward_id": "r1", "action": "counter"}]} | rewards[0].counter
                    {"rewards": [{"reward_id": "r1", "action": "counter", "counter": "A B"}]} | rewards[0].counter
                    {"rewards": [{"reward_id": "r1", "action": "counter", "counter": "a", "amount": 0}]} | rewards[0].amount
                    {"rewards": [{"reward_id": "r1", "action": "none"}, {"reward_id": "r1", "action": "tts"}]} | rewards[1].reward_id
                    {"bot": {"alpha": "on"}}             | bot.alpha
                    {"bot": {"beta": 1}}                 | bot.beta
                    {"moderation": {"enabled": true}}    | moderation.url
                    {"moderation": {"url": "ftp://moderation.example.com"}} | moderation.url
                    {"moderation": {"url": "not a url"}} | moderation.url
                    {"moderation": {"url": ""}}          | moderation.url
                    {"moderation": {"url": "https://m.example.com", "enabled": "yes"}} | moderation.enabled
                    {"moderation": {"timeout_ms": 99}}   | moderation.timeout_ms
                    {"moderation": {"timeout_ms": 5001}} | moderation.timeout_ms
                    {"moderation": {"secret": "short"}}  | moderation.secret
                    {"moderation": {"secret": "with a space in the middle"}} | moderation.secret
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
