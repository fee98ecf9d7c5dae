package streamerapi.templates;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.commands.BotTexts;
import streamerapi.commands.ChatTemplate;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The variables of commands and timers that need no read, and the counters that templates step.
@NullMarked
class ContextVariablesTest {

    private static final ZoneId ZONE = ZoneId.of("America/New_York");
    private static final Instant NOW = Instant.parse("2026-11-21T19:04:59Z");
    private static final RandomGenerator RANDOM = RandomGenerator.of("L64X128MixRandom");

    @ParameterizedTest
    @CsvSource({
        "{user},   '',                 Nova Fox",
        "{args},   '',                 ''",
        "{args},   'one',              one",
        "{args},   'one two three',    one two three",
        "{target}, '',                 Nova Fox",
        "{target}, 'mira',             mira",
        "{target}, '@mira and others', mira",
        "{target}, '@@mira',           @mira",
        "{target}, '@',                Nova Fox",
        "{1},      'one two',          one",
        "{2},      'one two',          two",
        "{3},      'one two',          ''",
        "{9},      '1 2 3 4 5 6 7 8 9', 9",
        "{9},      '1 2 3 4 5 6 7 8',  ''",
        "{1},      '',                 ''"
    })
    void theWordsOfTheChatterFollowFromTheirLine(String variable, String line, String value) {
        List<String> arguments = line.isEmpty() ? List.of() : List.of(line.split(" "));

        assertThat(value(context(null, null, new TemplateContext.Chatter("Nova Fox", arguments)), variable))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{user}", "{target}", "{args}", "{1}", "{9}"})
    void aTimerHasNoChatter(String variable) {
        assertThat(value(variable)).isNull();
    }

    @Test
    void theChannelIsTheStreamersLoginAndNothingWhileTheBotIsNotConnected() {
        assertThat(value(context("novaplays", null, null), "{channel}")).isEqualTo("novaplays");
        assertThat(value("{channel}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S,        0 min",
        "PT59.999S,   0 min",
        "PT1M,        1 min",
        "PT59M59S,    59 min",
        "PT1H,        1 h 0 min",
        "PT2H5M59S,   2 h 5 min",
        "PT49H30M,    49 h 30 min",
        "PT-0.001S,   offline",
        ",            offline"
    })
    void theUptimeIsInHoursAndWholeMinutes(@Nullable Duration live, String value) {
        assertThat(value(context(null, live == null ? null : NOW.minus(live), null), "{uptime}"))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "{time},               14:04",
        "{time:},              14:04",
        "{time:UTC},           19:04",
        "{time:Europe/Berlin}, 20:04",
        "{time:Asia/Kolkata},  00:34"
    })
    void theTimeIsThatOfItsZone(String variable, String value) {
        assertThat(value(variable)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{time:Nowhere/Else}",
                "{time:+}",
                "{random:6}",
                "{random:6-}",
                "{random:2-1}",
                "{random:one-two}",
                "{random:1-1234567890}",
                "{random: 1-2}",
                "{choice}",
                "{choice:}",
                "{novel}",
                "{goal}",
                "{last_tip}",
                "{counter:deaths}"
            })
    void anyOtherVariableAndOneWhoseArgumentMakesNoSenseHasNoValueHere(String variable) {
        assertThat(value(variable)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"{random:1-3},1,3", "{random:-2-1},-2,1", "{random:-3--1},-3,-1", "{random:7-7},7,7"})
    void aRandomNumberIsAnyOfItsRangeBothEndsIncluded(String variable, int from, int to) {
        assertThat(many(variable))
                .isEqualTo(IntStream.rangeClosed(from, to)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.toSet()));
    }

    @Test
    void aRandomNumberWithoutARangeIsFrom1To100() {
        assertThat(many("{random}"))
                .isEqualTo(IntStream.rangeClosed(1, 100)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.toSet()));
        assertThat(value("{random:999999999-999999999}")).isEqualTo("999999999");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"{choice:red|green};red,green", "{choice: red | };red,''", "{choice:red};red"})
    void aChoiceIsAnyOfItsOptionsWithoutTheSpacesAround(String variable, String options) {
        assertThat(many(variable))
                .isEqualTo(new TreeSet<>(List.of(options.replace("'", "").split(",", -1))));
    }

    @Test
    void theFirstStepOfACounterCountsOverAllTemplates() {
        assertThat(steps(true, "{counter:deaths+} {counter:deaths-5}", "{counter:deaths+7} {counter:wins-2}"))
                .isEqualTo(Map.of("deaths", 1L, "wins", -2L));
        assertThat(steps(true, "{counter:deaths} and {user}")).isEmpty();
    }

    @Test
    void noMoreThanTwentyCountersAreStepped() {
        String many = IntStream.rangeClosed(1, BotTexts.MAX_COUNTER_STEPS + 1)
                .mapToObj(i -> "{counter:c" + i + "+}")
                .collect(Collectors.joining());

        assertThat(steps(true, many, "{counter:c1-}"))
                .hasSize(BotTexts.MAX_COUNTER_STEPS)
                .containsEntry("c1", 1L)
                .containsKey("c" + BotTexts.MAX_COUNTER_STEPS)
                .doesNotContainKey("c" + (BotTexts.MAX_COUNTER_STEPS + 1));
    }

    @Test
    void aStepInAPromptCountsIfThePromptIsAsked() {
        String prompts = "{ai:one {counter:a+}}{ai:two {counter:b+}}{ai:three {counter:c+}}";

        assertThat(steps(true, prompts)).containsOnlyKeys("a", "b");
        assertThat(steps(false, prompts)).as("a timer asks none").isEmpty();
    }

    private static Map<String, Long> steps(boolean isOfChatter, String... texts) {
        return TemplateVariables.steps(
                List.of(texts).stream().map(ChatTemplate::parse).toList(),
                context(null, null, isOfChatter ? new TemplateContext.Chatter("Nova", List.of()) : null));
    }

    private static TreeSet<String> many(String variable) {
        return IntStream.range(0, 5_000)
                .mapToObj(i -> String.valueOf(value(variable)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static @Nullable String value(String variable) {
        return value(context(null, null, null), variable);
    }

    private static @Nullable String value(TemplateContext context, String variable) {
        ChatTemplate.Part part = ChatTemplate.parse(variable).parts().getFirst();
        assertThat(part).isInstanceOf(ChatTemplate.Variable.class);
        return new ContextVariables(context, () -> RANDOM).value((ChatTemplate.Variable) part);
    }

    private static TemplateContext context(
            @Nullable String channel, @Nullable Instant liveSince, TemplateContext.@Nullable Chatter chatter) {
        return new TemplateContext("ten_0000000000000", channel, liveSince, "USD", ZONE, NOW, chatter);
    }
}
