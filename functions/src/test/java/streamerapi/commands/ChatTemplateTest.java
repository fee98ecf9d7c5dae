package streamerapi.commands;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.commands.ChatTemplate.Ai;
import streamerapi.commands.ChatTemplate.CounterStep;
import streamerapi.commands.ChatTemplate.Literal;
import streamerapi.commands.ChatTemplate.Variable;

import static org.assertj.core.api.Assertions.assertThat;

/// Texts with variables, taken apart.
@NullMarked
class ChatTemplateTest {

    @Test
    void aTextIsTakenApartIntoWhatStaysAndItsVariables() {
        assertThat(ChatTemplate.parse("Hi {user}, {counter:deaths+} deaths").parts())
                .containsExactly(
                        new Literal("Hi "),
                        new Variable("{user}", "user", ""),
                        new Literal(", "),
                        new Variable("{counter:deaths+}", "counter", "deaths+"),
                        new Literal(" deaths"));
    }

    @Test
    void wordsOfALineAreVariablesByTheirPosition() {
        assertThat(ChatTemplate.parse("{1}{9}").parts())
                .containsExactly(new Variable("{1}", "1", ""), new Variable("{9}", "9", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "}",
                "{}",
                "{ user}",
                "{User}",
                "{0}",
                "{10}",
                "{user",
                "{:x}",
                "a } b",
                "{{",
                "{user:x}",
                "{1:1}"
            })
    void bracesThatAreNoVariablesAreText(String text) {
        assertThat(ChatTemplate.parse(text).parts()).allMatch(Literal.class::isInstance);
        assertThat(ChatTemplate.parse(text).parts().stream()
                        .map(part -> ((Literal) part).text())
                        .reduce("", String::concat))
                .isEqualTo(text);
    }

    @Test
    void anArgumentMayHoldBraces() {
        assertThat(ChatTemplate.parse("{random:{a},b}").parts())
                .containsExactly(new Variable("{random:{a},b}", "random", "{a},b"));
    }

    @Test
    void anOpenBraceBeforeAVariableLeavesTheVariableOne() {
        assertThat(ChatTemplate.parse("{ai:{user} {user}").parts())
                .containsExactly(
                        new Literal("{ai:"),
                        new Variable("{user}", "user", ""),
                        new Literal(" "),
                        new Variable("{user}", "user", ""));
    }

    @Test
    void aPromptIsATemplateOfItsOwn() {
        ChatTemplate template = ChatTemplate.parse("{ai:Greet {user} {ai:twice}}");

        assertThat(template.aiTokens()).isEqualTo(2);
        assertThat(template.parts())
                .singleElement()
                .isInstanceOfSatisfying(
                        Ai.class,
                        ai -> assertThat(ai.prompt().parts()).hasSize(4).contains(new Variable("{user}", "user", "")));
    }

    @Test
    void aiTokensThatAreNotAskedAreTextAsItWasWritten() {
        assertThat(ChatTemplate.parse("{ai:one}").filled(false).parts()).containsExactly(new Literal("{ai:one}"));
        assertThat(ChatTemplate.parse("{ai:1}{ai:2}{ai:3}").filled(true).parts().stream()
                        .filter(Ai.class::isInstance))
                .hasSize(BotTexts.MAX_AI_TOKENS);
    }

    @Test
    void eachCounterIsSteppedOnceThoseInPromptsToo() {
        assertThat(ChatTemplate.parse("{counter:a+}{counter:a+5}{ai:{counter:b-3}}{counter:c}")
                        .counterSteps())
                .containsExactly(new CounterStep("a", 1), new CounterStep("b", -3));
    }

    @Test
    void aCounterThatIsReadIsNotStepped() {
        Variable read = new Variable("{counter:a}", "counter", "a");
        Variable stepped = new Variable("{counter:a-2}", "counter", "a-2");

        assertThat(CounterStep.of(read)).isNull();
        assertThat(CounterStep.readBy(read)).isEqualTo("a");
        assertThat(CounterStep.of(stepped)).isEqualTo(new CounterStep("a", -2));
        assertThat(CounterStep.readBy(stepped)).isNull();
    }
}
