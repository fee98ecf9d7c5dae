package streamerapi.pages;

import org.junit.jupiter.api.Test;
import streamerapi.speech.Polly;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

class VoicesTest {

    @Test
    void everyListedVoiceIsOneOfPolly() {
        List<String> ids = Voices.choices("").stream().map(Map.Entry::getKey).toList();
        assertThat(ids).startsWith("", "Danielle").doesNotHaveDuplicates();
        assertThat(ids.subList(1, ids.size())).allMatch(Polly::hasVoice);
    }

    @Test
    void voicesAreNamedWithTheirLanguage() {
        assertThat(Voices.choices("")).contains(Map.entry("Vicki", "German (Germany): Vicki"));
    }

    @Test
    void aChosenVoiceThatIsNotListedIsAChoiceToo() {
        assertThat(Voices.choices("Raveena")).endsWith(Map.entry("Raveena", "Raveena"));
        assertThat(Voices.choices("Vicki")).hasSameSizeAs(Voices.choices(""));
    }
}
