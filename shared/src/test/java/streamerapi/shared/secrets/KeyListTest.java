package streamerapi.shared.secrets;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Lists of keys.
@NullMarked
class KeyListTest {

    private static final String KEY = "A".repeat(43) + "=";

    @Test
    void aNewListHasOneKeyOfItsOwn() {
        String list = KeyList.create();

        assertThat(KeyList.parse(list, "here").values())
                .singleElement()
                .satisfies(key -> assertThat(key).hasSize(32));
        assertThat(KeyList.create()).isNotEqualTo(list);
    }

    @Test
    void keysStandInTheirOrderTheOldestFirst() {
        assertThat(KeyList.parse(" b:" + KEY + " , a:" + KEY + "\n", "here").sequencedKeySet())
                .containsExactly("b", "a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a:",
                "a:AAAA",
                "A:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "aaaaaaaaaaaaaaaaa:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=,",
                "a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=,a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            })
    void aTextThatIsNoListIsRefusedByItsPlaceAndNotQuoted(String list) {
        assertThatThrownBy(() -> KeyList.parse(list, "SECRETS_KEY"))
                .isInstanceOf(SecretsUnavailable.class)
                .hasMessageStartingWith("SECRETS_KEY must hold")
                .hasMessageNotContaining("AAAA");
    }
}
