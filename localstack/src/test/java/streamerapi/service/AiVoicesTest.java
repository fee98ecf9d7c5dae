package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;
import streamerapi.speech.SpeechKeys;

import java.math.BigDecimal;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// AI voices (spec "AI voices", contract "REST").
@NullMarked
class AiVoicesTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();

    @Test
    void everythingIsMissingToAnAccountThatTheyAreNotAvailableTo() {
        api.get("/ai-voices").refuses(404, "not_found");
        for (String path : List.of("enable", "disable", "Ruth/enable", "Ruth/disable")) {
            api.post("/ai-voices/" + path).refuses(404, "not_found");
        }
    }

    @Test
    void theFeatureIsOffAndEveryVoiceOnUntilTheyAreChanged() {
        makeAvailable();
        Answer voices = api.get("/ai-voices").expect(200);
        assertThat(voices.at("ai_voices.enabled")).isEqualTo(false);
        assertThat(voices.at("ai_voices.voices.0"))
                .isEqualTo(Map.of("id", "Danielle", "name", "Danielle", "language", "en-US", "enabled", true));
        assertThat(flags()).hasSizeGreaterThan(5).containsOnly(true);
    }

    @Test
    void theWholeFeatureAndEachVoiceAreToggled() {
        makeAvailable();
        assertThat(api.post("/ai-voices/enable").expect(200).json()).isEqualTo(Map.of("success", true));
        api.post("/ai-voices/enable").expect(200);
        api.post("/ai-voices/Ruth/disable").expect(200);
        api.post("/ai-voices/Amy/disable").expect(200);
        api.post("/ai-voices/Amy/disable").expect(200);
        assertThat(api.get("/ai-voices").at("ai_voices.enabled")).isEqualTo(true);
        assertThat(flags().stream().filter(on -> !on)).hasSize(2);
        api.post("/ai-voices/Ruth/enable").expect(200);
        api.post("/ai-voices/disable").expect(200);
        assertThat(api.get("/ai-voices").at("ai_voices.enabled")).isEqualTo(false);
        api.post("/ai-voices/nobody/enable").refuses(404, "not_found");
        api.post("/ai-voices/nobody/disable").refuses(404, "not_found");
    }

    @Test
    void togglesAtOnceAllCount() {
        makeAvailable();
        List<String> voices =
                api.get("/ai-voices").each("ai_voices.voices", "id").subList(0, 6);
        AtOnce.run(6, i -> api.post("/ai-voices/" + voices.get(i) + "/disable").expect(200));
        assertThat(flags().stream().filter(on -> !on)).hasSize(6);
    }

    @Test
    void theMonthsCharactersAreCounted() {
        makeAvailable();
        String month = YearMonth.from(Service.shared().clock().instant().atZone(ZoneOffset.UTC))
                .toString();
        account.table()
                .write(List.of(Write.update(SpeechKeys.speechUsage(account.tenantId(), month))
                        .add(Attribute.whole("characters"), 321)));
        Map<String, @Nullable Object> usage =
                Json.asObject(api.get("/ai-voices").expect(200).at("ai_voices.usage"));
        assertThat(usage).containsEntry("month", month).containsEntry("characters_used", new BigDecimal(321));
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("tts", Map.of("characters_limit", 5_000)))
                .expect(200);
        assertThat(api.get("/ai-voices").at("ai_voices.usage.characters_limit")).isEqualTo(new BigDecimal(5_000));
    }

    @Test
    void anotherScopeDoesNotReachThem() {
        makeAvailable();
        account.api(Scope.TTS_READ).get("/ai-voices").refuses(403, "missing_scope");
        account.api(Scope.AI_VOICES_MANAGE).get("/ai-voices").expect(200);
    }

    private List<Boolean> flags() {
        return ((List<?>)
                        Objects.requireNonNull(api.get("/ai-voices").expect(200).at("ai_voices.voices")))
                .stream()
                        .map(voice -> (Boolean)
                                Objects.requireNonNull(Json.asObject(voice).get("enabled")))
                        .toList();
    }

    /// The operator lets the account take part (docs/commands.md, AI voices).
    private void makeAvailable() {
        account.table()
                .write(List.of(Write.update(Keys.profile(account.tenantId()))
                        .set(Attribute.any("ai_voices_available"), true)));
    }
}
