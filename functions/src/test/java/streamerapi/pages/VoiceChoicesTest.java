package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.speech.Polly;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The voices of the settings, by language.
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
        assertThat(VoiceChoices.choices(""))
                .contains(Map.entry("Vicki", "German (Germany): Vicki"), Map.entry("Zhiyu", "Chinese (China): Zhiyu"))
                .allSatisfy(
                        choice -> assertThat(choice.getValue()).matches("Default voice|[A-Z].* \\([A-Z].*\\): \\w+"));
    }

    @Test
    void eachVoiceSaysASampleInItsOwnLanguage() {
        assertThat(VoiceChoices.sentence("Zhiyu")).isEqualTo("你好！这就是我的声音。");
        assertThat(VoiceChoices.choices(""))
                .filteredOn(choice -> !choice.getKey().isEmpty())
                .allSatisfy(choice -> assertThat(VoiceChoices.sentence(choice.getKey()))
                        .as(choice.getValue())
                        .matches(sentence -> sentence.startsWith("Hello!")
                                == choice.getValue().startsWith("English")));
    }

    @Test
    void aChosenVoiceThatIsNotListedIsAChoiceToo() {
        assertThat(VoiceChoices.choices("Raveena")).endsWith(Map.entry("Raveena", "Raveena"));
        assertThat(VoiceChoices.choices("Vicki")).hasSameSizeAs(VoiceChoices.choices(""));
    }
}
