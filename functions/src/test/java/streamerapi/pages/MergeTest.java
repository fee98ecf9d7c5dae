package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A form beside the resource as others have changed it since the form was shown.
@NullMarked
class MergeTest {

    private static FormValues form(FormValues shown, Map<String, List<String>> values) {
        Map<String, List<String>> sent = new LinkedHashMap<>(values);
        sent.put(FormState.FIELD, List.of(shown.shown()));
        sent.put("csrf_token", List.of("token"));
        return new FormValues(sent);
    }

    private static FormValues resource(String name, String value) {
        return new FormValues(Map.of(name, List.of(value)));
    }

    @ParameterizedTest
    @CsvSource({"mine, form, mine", "mine, others, others"})
    void aFieldThatTheFormAloneChangedOrBothToTheSameIsKept(String shown, String sent, String now) {
        Merge merge = Merge.of(form(resource("title", shown), Map.of("title", List.of(sent))), resource("title", now));

        assertThat(merge.isClear()).isTrue();
        assertThat(merge.kept()).isEqualTo(Map.of("title", List.of(sent)));
    }

    @ParameterizedTest
    @CsvSource({"mine, mine, others, false", "mine, form, others, true"})
    void aFieldThatOthersChangedHasTwoValuesToChooseFrom(String shown, String sent, String now, boolean isChanged) {
        Merge merge = Merge.of(form(resource("title", shown), Map.of("title", List.of(sent))), resource("title", now));

        assertThat(merge.differences()).containsExactly(new Merge.Difference("title", sent, now, isChanged, true));
        assertThat(merge.kept()).isEmpty();
    }

    @Test
    void aBoxIsOnOrOff() {
        Merge merge = Merge.of(
                form(resource("is_active", "true"), Map.of("is_active", List.of("false"))),
                resource("is_active", "true"));
        assertThat(merge.isClear()).isTrue();

        Merge.Difference box = Merge.of(
                        form(resource("is_active", "false"), Map.of("is_active", List.of("false", "true"))),
                        new FormValues(Map.of("is_active", List.of())))
                .differences()
                .getFirst();
        assertThat(box.label()).isEqualTo("Active");
        assertThat(Merge.Difference.words(box.yours())).isEqualTo("on");
        assertThat(Merge.Difference.words(box.theirs())).isEqualTo("(nothing)");
    }

    @Test
    void aListOfObjectsIsOneFieldWithoutAChoice() {
        FormValues shown = new FormValues(Map.of("rewards[0][action]", List.of("tts")));
        Merge merge = Merge.of(
                form(shown, Map.of("rewards[0][action]", List.of("media"))),
                new FormValues(Map.of("rewards[0][action]", List.of("none"))));

        assertThat(merge.differences())
                .singleElement()
                .satisfies(list -> assertThat(list.hasChoice()).isFalse());
        assertThat(merge.kept()).containsEntry("rewards[0][action]", List.of("media"));
    }

    @Test
    void anElementThatOthersAddedToAListWithinAnObjectIsNotLost() {
        FormValues shown = new FormValues(Map.of("layout[alerts][variations]", List.of()));
        FormValues now = new FormValues(Map.of("layout[alerts][variations][0][type]", List.of("tip")));
        Merge merge = Merge.of(form(shown, Map.of("layout[alerts][variations][0][type]", List.of("raid"))), now);

        assertThat(merge.differences())
                .containsExactly(
                        new Merge.Difference("layout[alerts][variations]", "[type] raid", "[type] tip", true, false));
    }

    @Test
    void aListThatOthersAloneChangedIsLeftToThem() {
        FormValues shown = new FormValues(Map.of("rewards[0][action]", List.of("tts"), "title", List.of("a")));
        Merge merge = Merge.of(
                form(shown, Map.of("rewards[0][action]", List.of("tts"), "title", List.of("b"))),
                new FormValues(Map.of("rewards[0][action]", List.of("none"), "title", List.of("a"))));

        assertThat(merge.differences())
                .containsExactly(new Merge.Difference("rewards", "[action] tts", "[action] none", false, false));
        assertThat(merge.kept()).isEqualTo(Map.of("title", List.of("b")));
    }

    @ParameterizedTest
    @CsvSource({"tts[voice], Speech: voice", "hold_all, Hold every tip", "banned_media, Banned videos"})
    void aFieldIsNamedInWords(String field, String words) {
        assertThat(new Merge.Difference(field, "", "", true, true).label()).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"'', (nothing)", "true, on", "false, off", "NovaFox, NovaFox"})
    void aValueIsShownInWords(String value, String words) {
        assertThat(Merge.Difference.words(value)).isEqualTo(words);
    }
}
