package streamerapi.oauth;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.digests.Sha256;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Challenges and verifiers (RFC 7636).
@NullMarked
class PkceTest {

    /// The example of RFC 7636, appendix B.
    private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    @Test
    void theVerifierOfTheChallengeIsTaken() {
        assertThatCode(() -> Pkce.verify(CHALLENGE, VERIFIER)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM, -
                    E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM, dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl
                    E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM, E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
                    -,                                           dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
                    """)
    void anyOtherVerifierIsRefusedAndSoIsOneWithoutAChallenge(@Nullable String challenge, @Nullable String verifier) {
        assertThatThrownBy(() -> Pkce.verify(challenge, verifier))
                .isInstanceOfSatisfying(
                        OAuthError.class, error -> assertThat(error.code()).isEqualTo(OAuthError.Code.INVALID_GRANT));
    }

    @Test
    void withoutAChallengeNoVerifierIsNeeded() {
        assertThatCode(() -> Pkce.verify(null, null)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(ints = {42, 129})
    void aVerifierOfAnotherLengthIsRefusedThoughItsHashIsRight(int length) {
        String verifier = "a".repeat(length);

        assertThatThrownBy(() -> Pkce.verify(Sha256.base64Url(verifier), verifier))
                .isInstanceOf(OAuthError.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {43, 128})
    void aVerifierHas43To128Characters(int length) {
        String verifier = "a".repeat(length);

        assertThatCode(() -> Pkce.verify(Sha256.base64Url(verifier), verifier)).doesNotThrowAnyException();
    }

    @Test
    void aRequestHasAChallengeOfTheOneMethod() {
        assertThat(challenge("code_challenge=" + CHALLENGE + "&code_challenge_method=S256", true))
                .isEqualTo(CHALLENGE);
        assertThat(challenge("", false)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "code_challenge_method=S256",
                "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=plain",
                "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c&code_challenge_method=S256",
                "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM%3D&code_challenge_method=S256",
                "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw%2BcM&code_challenge_method=S256"
            })
    void aChallengeOfAnotherFormOrMethodIsRefused(String query) {
        assertThatThrownBy(() -> challenge(query, false)).isInstanceOf(OAuthError.class);
    }

    @Test
    void aPublicAppMustSendAChallenge() {
        assertThatThrownBy(() -> challenge("", true)).isInstanceOf(OAuthError.class);
    }

    private static @Nullable String challenge(String query, boolean required) {
        return Pkce.challenge(Parameters.ofForm(query), required);
    }
}
