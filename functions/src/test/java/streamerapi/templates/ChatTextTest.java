package streamerapi.templates;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.templates.Filled.Prompt;
import streamerapi.templates.Filled.Value;
import streamerapi.templates.Filled.Written;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Messages as they are sent to chat.
@NullMarked
class ChatTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    /ban mira     | ban mira
                    .timeout mira | timeout mira
                    !so mira      | so mira
                    \\ban          | ban
                    //./!ban      | ban
                    / ban         | ban
                    me / you      | me / you
                    """)
    void aViewersTextBeginsNoCommand(String value, String sent) {
        assertThat(new Filled(List.of(new Value(value))).text()).isEqualTo(sent);
    }

    @Test
    void aViewersTextBehindWhatShowsNothingBeginsNoCommandEither() {
        assertThat(new Filled(List.of(new Written(" \u200b"), new Value("/ban mira"))).text())
                .isEqualTo("\u200bban mira");
        assertThat(new Filled(List.of(new Value(""), new Value("/"), new Value("/ban"))).text())
                .isEqualTo("ban");
        assertThat(new Filled(List.of(new Value("\u2060/ban"))).text()).isEqualTo("ban");
    }

    @Test
    void behindWhatTheStreamerWroteAViewersTextStaysAsItIs() {
        assertThat(new Filled(List.of(new Written("Try "), new Value("/ban"))).text())
                .isEqualTo("Try /ban");
        assertThat(new Filled(List.of(new Value("mira"), new Value("/ban"))).text())
                .isEqualTo("mira/ban");
    }

    @Test
    void theStreamersOwnBeginningIsKept() {
        assertThat(new Filled(List.of(new Written("!so "), new Value("mira"))).text())
                .isEqualTo("!so mira");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\rb", "a\tb", "a\u2028b", "a\u2029b", "a\u0085b"})
    void aMessageIsOneLine(String text) {
        assertThat(new Filled(List.of(new Written(text))).text()).isEqualTo("a b");
        assertThat(new Filled(List.of(new Value(text))).text()).isEqualTo("a b");
    }

    @Test
    void aMessageHasAtMost500CharactersAndNoHalfOne() {
        assertThat(ChatText.cut("a".repeat(500))).hasSize(500);
        assertThat(ChatText.cut("a".repeat(501))).hasSize(500);
        assertThat(ChatText.cut("🦊".repeat(500))).isEqualTo("🦊".repeat(500));
        assertThat(ChatText.cut("🦊".repeat(501))).isEqualTo("🦊".repeat(500));
        assertThat(ChatText.cut("a".repeat(499) + "e\u0301")).isEqualTo("a".repeat(499));
        assertThat(ChatText.cut("a".repeat(498) + " 👨‍👩‍👧")).isEqualTo("a".repeat(498));
        assertThat(ChatText.cut("e" + "\u0301".repeat(600)))
                .as("one letter alone")
                .hasSize(500);
    }

    @Test
    void aPromptIsSentOnceItHasItsAnswerWhichBeginsNoCommand() {
        Filled filled = new Filled(List.of(new Prompt("Greet "), new Written("!")));

        assertThat(filled.asksAi()).isTrue();
        assertThatThrownBy(filled::text).isInstanceOf(IllegalStateException.class);
        Filled answered = filled.answered(prompt -> "/" + prompt + "mira");
        assertThat(answered.asksAi()).isFalse();
        assertThat(answered.text()).isEqualTo("Greet mira!");
        assertThat(filled.plain()).isEqualTo("Greet !");
    }
}
