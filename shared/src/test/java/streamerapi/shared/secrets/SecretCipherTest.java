package streamerapi.shared.secrets;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Base64;
import java.util.SequencedMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@NullMarked
class SecretCipherTest {

    private static final String CONTEXT = "ten_0000000000000/twitch/tokens";
    private static final String OLD = key("old", 1);
    private static final String NEW = key("new", 2);

    private final SecretCipher cipher = cipher(OLD);

    private static String key(String name, int fill) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return name + ":" + Base64.getEncoder().encodeToString(key);
    }

    private static SecretCipher cipher(String list) {
        return new SecretCipher(() -> KeyList.parse(list, "The list"));
    }

    @Test
    void aTextOpensAsItWasSealed() {
        for (String text : new String[] {"", "a", "töken \uD83D\uDD11", "x".repeat(100_000)}) {
            assertThat(cipher.open(cipher.seal(text, CONTEXT), CONTEXT)).isEqualTo(text);
        }
    }

    @Test
    void aSealedTextTellsItsKeyAndNothingOfTheText() {
        assertThat(cipher.seal("a secret", CONTEXT)).matches("old\\.[A-Za-z0-9_-]{48}");
    }

    @Test
    void oneTextIsSealedDifferentlyEachTime() {
        assertThat(cipher.seal("a secret", CONTEXT)).isNotEqualTo(cipher.seal("a secret", CONTEXT));
    }

    @Test
    void aTextOpensOnlyWhereItBelongs() {
        String sealed = cipher.seal("a secret", CONTEXT);
        for (String other : new String[] {
            "", "ten_0000000000000/kick/tokens", "ten_0000000000000/twitch/hook", "ten_0000000000001/twitch/tokens"
        }) {
            assertThatThrownBy(() -> cipher.open(sealed, other)).isInstanceOf(SecretCipher.SealBroken.class);
        }
    }

    @Test
    void everyChangedBitIsNoticed() {
        String sealed = cipher.seal("a secret", CONTEXT);
        byte[] bytes = Base64.getUrlDecoder().decode(sealed.substring("old.".length()));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] changed = bytes.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            String text = "old." + Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertThatThrownBy(() -> cipher.open(text, CONTEXT)).isInstanceOf(SecretCipher.SealBroken.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "old", "old.", "old.AAAA", "old.!", "old.AAAAAAAAAAAAAAAA", "whsec_AAAA", "other.AAAA"})
    void aTextThatIsNotSealedDoesNotOpen(String text) {
        assertThatThrownBy(() -> cipher.open(text, CONTEXT)).isInstanceOf(SecretCipher.SealBroken.class);
    }

    @Test
    void aTextWhoseKeyIsGoneNamesIt() {
        String sealed = cipher.seal("a secret", CONTEXT);
        assertThatThrownBy(() -> cipher(NEW).open(sealed, CONTEXT))
                .isInstanceOf(SecretsUnavailable.class)
                .hasMessageContaining("The key old ")
                .hasMessageNotContaining("a secret");
    }

    @Test
    void anotherKeyOfTheSameNameDoesNotOpen() {
        String sealed = cipher.seal("a secret", CONTEXT);
        assertThatThrownBy(() -> cipher(key("old", 3)).open(sealed, CONTEXT))
                .isInstanceOf(SecretCipher.SealBroken.class);
    }

    @Test
    void aKeyThatWasAddedSealsAndTheOlderOneStillOpens() {
        SecretCipher rotated = cipher(OLD + "," + NEW);
        String before = cipher.seal("a secret", CONTEXT);
        assertThat(rotated.open(before, CONTEXT)).isEqualTo("a secret");
        assertThat(rotated.seal("a secret", CONTEXT)).startsWith("new.");
        assertThat(rotated.isOfNewestKey(before)).isFalse();
        String renewed = rotated.resealed(before, CONTEXT);
        assertThat(cipher(NEW).open(renewed, CONTEXT)).isEqualTo("a secret");
        assertThat(rotated.resealed(renewed, CONTEXT)).isSameAs(renewed);
    }

    @Test
    void aKeyThatWasAddedMeanwhileIsFound() {
        String sealed = cipher(OLD + "," + NEW).seal("a secret", CONTEXT);
        SecretCipher warm = new SecretCipher(new CipherKeys() {
            @Override
            public SequencedMap<String, byte[]> byName() {
                return KeyList.parse(OLD, "The list");
            }

            @Override
            public SequencedMap<String, byte[]> readAgain() {
                return KeyList.parse(OLD + "," + NEW, "The list");
            }
        });
        assertThat(warm.open(sealed, CONTEXT)).isEqualTo("a secret");
    }

    @Test
    void aCodeStaysIfAKeyIsAddedAndFollowsFromItsContextAndTheKey() {
        String code = cipher.code(CONTEXT);
        assertThat(code).matches("[0-9a-f]{32}");
        assertThat(cipher(OLD + "," + NEW).code(CONTEXT)).isEqualTo(code);
        assertThat(cipher(NEW).code(CONTEXT)).isNotEqualTo(code);
        assertThat(cipher.code(CONTEXT + "x")).isNotEqualTo(code);
    }

    @Test
    void aNewListHasOneKeyOfItsOwnName() {
        String list = KeyList.create();
        assertThat(list).isNotEqualTo(KeyList.create()).matches("k[0-9a-f]{8}:[A-Za-z0-9+/]{43}=");
        assertThat(KeyList.parse(list, "The list")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "k1",
                "k1:",
                "k1:AAAA",
                "K1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=,",
                "k1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=,k1:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            })
    void aListThatIsNoneIsRefusedWithoutTellingIt(String list) {
        assertThatThrownBy(() -> KeyList.parse(list, "The parameter"))
                .isInstanceOf(SecretsUnavailable.class)
                .hasMessageStartingWith("The parameter must hold")
                .hasMessageNotContaining("AAAA");
    }
}
