package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A voice is heard before it is chosen.
class VoiceSampleTest {

    private static final String SAMPLE = "/dashboard/api/settings/voice-sample";
    private static final String ENGLISH = "Hello! This is how I sound.";

    @Test
    void aSentenceIsSpokenInTheVoiceAndCountsOnce() throws Exception {
        try (Service service = Service.start(Service.optionsWithSpeech())) {
            Account account = service.newAccount();
            ApiClient owner = account.dashboard();

            Answer asked = owner.post(SAMPLE, Map.of("voice", "Vicki")).expect(202);
            assertThat(asked.at("sample.state")).isEqualTo("making");
            assertThat(String.valueOf(asked.at("sample.id"))).matches("vs_[0-9a-z]{26}");
            assertThat(asked.at("sample.text")).isEqualTo("Hallo! So klinge ich.");
            String first = heard(owner);
            assertThat(first).matches(service.stack().authUrl() + "/audio/voice/[0-9a-f]{32}\\.wav");
            assertThat(Recording.of(first).seconds()).isBetween(0.5, 12.0);

            owner.post(SAMPLE, Map.of("voice", "Vicki")).expect(202);
            assertThat(heard(owner)).isEqualTo(first);
            assertThat(characters(account)).isEqualTo("Hallo! So klinge ich.".length());

            assertThat(owner.post(SAMPLE, Map.of()).expect(202).at("sample.text"))
                    .as("of the usual voice")
                    .isEqualTo(ENGLISH);
            assertThat(heard(owner)).isNotEqualTo(first);

            limit(account, 60);
            owner.post(SAMPLE, Map.of("voice", "Matthew")).expect(202);
            assertThat(state(owner)).isEqualTo("over_limit");
            owner.post(SAMPLE, Map.of("voice", "Vicki")).expect(202);
            assertThat(heard(owner)).as("costs nothing").isEqualTo(first);
            assertThat(account.eventTypes()).isEmpty();
        }
    }

    @Test
    void aVoiceThatThereIsNotIsRefused() {
        ApiClient owner = Service.shared().newAccount().dashboard();
        owner.get(SAMPLE).refuses(404, "not_found");
        assertThat(owner.post(SAMPLE, Map.of("voice", "Nobody"))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("voice");
        owner.get(SAMPLE).refuses(404, "not_found");
    }

    @Test
    void anInstallationThatSpeaksNoTipsSaysSo() {
        ApiClient owner = Service.shared().newAccount().dashboard();
        owner.post(SAMPLE, Map.of("voice", "Joanna")).expect(202);
        assertThat(state(owner)).isEqualTo("speech_off");
        assertThat(owner.get(SAMPLE).at("sample.url")).isNull();
    }

    private static String heard(ApiClient owner) {
        assertThat(state(owner)).isEqualTo("ready");
        return String.valueOf(owner.get(SAMPLE).at("sample.url"));
    }

    private static @Nullable Object state(ApiClient owner) {
        await().until(() -> !"making".equals(owner.get(SAMPLE).at("sample.state")));
        return owner.get(SAMPLE).at("sample.state");
    }

    private static void limit(Account account, int characters) {
        account.table()
                .write(List.of(Write.update(Keys.profile(account.tenantId()))
                        .set(Attribute.any("tts"), Map.of("characters_limit", characters))));
    }

    private static long characters(Account account) {
        return account.rows("SPEECH#").stream()
                .filter(row -> row.has(Attribute.whole("characters")))
                .mapToLong((Row row) -> row.get(Attribute.whole("characters")))
                .sum();
    }
}
