package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.speech.Polly;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The voices of the settings, by language.
@NullMarked
class VoiceChoicesTest {

    @ParameterizedTest
    @CsvSource({"standard,Ivy", "neural,Danielle", "long-form,Danielle", "generative,Danielle"})
    void everyListedVoiceIsOneOfPolly(String engine, String first) {
        List<String> ids = ids(engine);
        assertThat(ids).startsWith("", first).doesNotHaveDuplicates();
        assertThat(ids.subList(1, ids.size())).allMatch(Polly::hasVoice);
    }

    /// A voice that the engine does not have leaves tips silent.
    @Test
    void voicesOfAnotherEngineAreNotOffered() {
        assertThat(ids("standard")).contains("Hans", "Vicki").doesNotContain("Danielle", "Daniel", "Kevin");
        assertThat(ids("neural")).contains("Daniel", "Vicki").doesNotContain("Hans", "Zeina");
    }

    private static List<String> ids(String engine) {
        return VoiceChoices.choices(engine, "").stream().map(Map.Entry::getKey).toList();
    }

    @Test
    void voicesAreNamedWithTheirLanguage() {
        assertThat(VoiceChoices.choices("neural", ""))
                .contains(Map.entry("Vicki", "German (Germany): Vicki"), Map.entry("Zhiyu", "Chinese (China): Zhiyu"))
                .allSatisfy(
                        choice -> assertThat(choice.getValue()).matches("Default voice|[A-Z].* \\([A-Z].*\\): \\w+"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"standard", "neural"})
    void eachVoiceSaysASampleInItsOwnLanguage(String engine) {
        assertThat(VoiceChoices.sentence("Zhiyu")).isEqualTo("你好！这就是我的声音。");
        assertThat(VoiceChoices.choices(engine, ""))
                .filteredOn(choice -> !choice.getKey().isEmpty())
                .allSatisfy(choice -> assertThat(VoiceChoices.sentence(choice.getKey()))
                        .as(choice.getValue())
                        .matches(sentence -> sentence.startsWith("Hello!")
                                == choice.getValue().startsWith("English")));
    }

    @Test
    void aChosenVoiceThatIsNotListedIsAChoiceToo() {
        assertThat(VoiceChoices.choices("neural", "Raveena")).endsWith(Map.entry("Raveena", "Raveena"));
        assertThat(VoiceChoices.choices("neural", "Vicki")).hasSameSizeAs(VoiceChoices.choices("neural", ""));
    }
}
