package streamerapi.accounts;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.problems.Problem;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Hashes of passwords: the letters of one are composed in another way by another keyboard.
@NullMarked
class PasswordHashTest {

    private static final String COMPOSED = Normalizer.normalize("mưa-rơi-tiếng-việt-quá", Normalizer.Form.NFC);
    private static final String APART = Normalizer.normalize(COMPOSED, Normalizer.Form.NFD);

    @Test
    void aPasswordIsTheOneThatWasHashedHoweverItsLettersAreComposed() {
        String hash = PasswordHash.of(APART, "mo@example.com", "Nova");

        assertThat(PasswordHash.matches(COMPOSED, hash)).isTrue();
        assertThat(PasswordHash.matches(APART, hash)).isTrue();
        assertThat(PasswordHash.matches("mua-roi-tieng-viet-qua", hash)).isFalse();
    }

    @Test
    void aHashOfAPasswordAsItWasTypedStillMatchesIt() {
        String hash = Argon2Function.getInstance(1_024, 1, 1, 32, Argon2.ID)
                .hash(APART.getBytes(StandardCharsets.UTF_8), new byte[16])
                .getResult();

        assertThat(PasswordHash.matches(APART, hash)).isTrue();
        assertThat(PasswordHash.matches(COMPOSED, hash)).isFalse();
    }

    @Test
    void accentsAreNoCharactersOfAPassword() {
        Problem refused = catchThrowableOfType(
                Problem.class,
                () -> PasswordHash.of(Normalizer.normalize("éàüöñç", Normalizer.Form.NFD), "mo@example.com", "Nova"));

        assertThat(refused).hasMessage("password must have 8 to 256 characters");
    }
}
