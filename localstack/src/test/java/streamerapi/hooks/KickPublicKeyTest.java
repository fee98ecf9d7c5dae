package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.standins.SigningKeys;
import streamerapi.platforms.ScriptedPlatform;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Kick's key: known, and read again when a signature does not hold.
class KickPublicKeyTest {

    private static final byte[] TEXT = "m1.2026-09-12T18:20:31Z.{}".getBytes(StandardCharsets.UTF_8);

    private static final KeyPair FIRST = SigningKeys.first();
    private static final KeyPair SECOND = SigningKeys.another();

    private final List<Instant> asked = new ArrayList<>();
    private Instant now = Instant.parse("2026-09-12T18:20:31Z");
    private @Nullable KeyPair published = FIRST;
    private final KickPublicKey key = new KickPublicKey(
            pem(FIRST),
            () -> {
                asked.add(now);
                if (published == null) {
                    throw new IOException("it answers 500");
                }
                return pem(published);
            },
            () -> now);

    @Test
    void theKeyOfKicksDocumentationIsAKey() {
        KickPublicKey known = new KickPublicKey(KickPublicKey.KNOWN, () -> KickPublicKey.KNOWN, () -> now);
        assertThat(known.isOf(signature(FIRST), TEXT)).isFalse();
    }

    @Test
    void aSignatureOfTheKnownKeyHoldsWithoutAQuestion() {
        assertThat(key.isOf(signature(FIRST), TEXT)).isTrue();
        assertThat(asked).isEmpty();
    }

    @Test
    void aNewKeyIsReadOnce() {
        published = SECOND;
        assertThat(key.isOf(signature(SECOND), TEXT)).isTrue();
        assertThat(key.isOf(signature(SECOND), TEXT)).isTrue();
        assertThat(asked).hasSize(1);
        assertThat(key.isOf(signature(FIRST), TEXT)).as("the old one has gone").isFalse();
    }

    @Test
    void aForgerMakesItAskOnceAMinute() {
        for (int i = 0; i < 10; i++) {
            assertThat(key.isOf(signature(SECOND), TEXT)).isFalse();
        }
        assertThat(asked).hasSize(1);
        now = now.plus(Duration.ofMinutes(1));
        assertThat(key.isOf(signature(SECOND), TEXT)).isFalse();
        assertThat(asked).hasSize(2);
    }

    @Test
    void withoutKicksAnswerItCannotBeDecided() {
        published = null;
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> key.isOf(signature(SECOND), TEXT))
                    .isInstanceOfSatisfying(
                            Problem.class, problem -> assertThat(problem.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        }
        assertThat(asked).hasSize(1);
        assertThat(key.isOf(signature(FIRST), TEXT)).isTrue();
    }

    @Test
    void whatIsNoSignatureAsksForNothing() {
        assertThat(key.isOf("!!!notbase64", TEXT)).isFalse();
        assertThat(asked).isEmpty();
    }

    @Test
    void aSignatureOfAnotherLengthDoesNotHold() {
        String few = Base64.getEncoder().encodeToString(new byte[3]);
        assertThat(key.isOf(few, TEXT)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"})
    void whatIsPublishedAndIsNoKeyDecidesNothing(String pem) {
        KickPublicKey known = new KickPublicKey(pem(FIRST), () -> pem, () -> now);
        assertThatThrownBy(() -> known.isOf(signature(SECOND), TEXT))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.code()).isEqualTo(ErrorCode.UNAVAILABLE));
        assertThat(known.isOf(signature(FIRST), TEXT)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"data\":{\"public_key\":\"PEM\"}} | PEM",
                "500 | {} | it answers 500",
                "302 | {} | it answers 302",
                "200 | <html> | its answer is unreadable",
                "200 | {} | its answer is unreadable",
                "200 | {\"data\":{\"public_key\":5}} | its answer has no key"
            })
    void theKeyIsReadFromKicksAnswer(int status, String answer, String result) {
        try (ScriptedPlatform kick = new ScriptedPlatform()) {
            kick.on("GET /public/v1/public-key", call -> ScriptedPlatform.Reply.of(status, answer));
            PublishedKey published = new PublishedKey(kick.url());
            if (result.equals("PEM")) {
                assertThat(published).extracting(KickPublicKeyTest::read).isEqualTo(result);
            } else {
                assertThatThrownBy(published::read)
                        .isInstanceOf(IOException.class)
                        .hasMessage(result);
            }
        }
    }

    private static String read(PublishedKey published) {
        try {
            return published.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String signature(KeyPair pair) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(pair.getPrivate());
            signature.update(TEXT);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String pem(KeyPair pair) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }
}
