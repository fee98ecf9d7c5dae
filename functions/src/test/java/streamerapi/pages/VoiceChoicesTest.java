package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.speech.Polly;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

@NullMarked
class VoiceChoicesTest {

    @Test
    void everyListedVoiceIsOneOfPolly() {
        List<String> ids =
                VoiceChoices.choices("").stream().map(Map.Entry::getKey).toList();
        assertThat(ids).startsWith("", "Danielle").doesNotHaveDuplicates();
        assertThat(ids.subList(1, ids.size())).allMatch(Polly::hasVoice);
    }

    @Test
    void voicesAreNamedWithTheirLanguage() {
        assertThat(VoiceChoices.choices("")).contains(Map.entry("Vicki", "German (Germany): Vicki"));
    }

    @Test
    void aChosenVoiceThatIsNotListedIsAChoiceToo() {
        assertThat(VoiceChoices.choices("Raveena")).endsWith(Map.entry("Raveena", "Raveena"));
        assertThat(VoiceChoices.choices("Vicki")).hasSameSizeAs(VoiceChoices.choices(""));
    }
}
