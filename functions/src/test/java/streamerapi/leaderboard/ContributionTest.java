package streamerapi.leaderboard;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.connectors.Platform;

import java.math.BigDecimal;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// The donor whose sum a gift adds to.
@NullMarked
class ContributionTest {

    @ParameterizedTest
    @ValueSource(strings = {"Mira", "MIRA", "  mira ", "Ｍｉｒａ"})
    void anAnonymousDonorIsOneInAnyCaseAndWidth(String name) {
        assertThat(Contribution.donor(name, null, null)).isEqualTo(Contribution.donor("mira", null, null));
    }

    @Test
    void theKeyOfAnAnonymousDonorIsThatOfTheNameInLowerCase() {
        assertThat(Contribution.donor("Mira", null, null)).isEqualTo(Contribution.donor("name:mira"));
        assertThat(Contribution.donor("STRASSE", null, null)).isEqualTo(Contribution.donor("Straße", null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mirä", "mi ra", "mira1", ""})
    void otherNamesAreOtherDonors(String name) {
        assertThat(Contribution.donor(name, null, null)).isNotEqualTo(Contribution.donor("mira", null, null));
    }

    @Test
    void anAccountIsTheSameDonorUnderEachNameAndAnotherOnEachPlatform() {
        String donor = Contribution.donor("Mira", Platform.ALPHA, "48213377");

        assertThat(donor)
                .isEqualTo(Contribution.donor("Nova", Platform.ALPHA, "48213377"))
                .isEqualTo(Contribution.donor("alpha:48213377"))
                .isNotEqualTo(Contribution.donor("Mira", Platform.BETA, "48213377"))
                .isNotEqualTo(Contribution.donor("Mira", Platform.ALPHA, "48213378"))
                .isNotEqualTo(Contribution.donor("Mira", null, null));
        assertThat(Contribution.donor("alpha:48213377", null, null))
                .as("a name that is spelled like an account")
                .isNotEqualTo(donor);
    }

    @Test
    void theSumOfAnErasedDonorGoesOnUnderItsOwnKey() {
        Contribution gift = new Contribution(
                "tip_1", Instant.EPOCH, "EUR", BigDecimal.ONE, 1, "Mira", Platform.ALPHA, "48213377", "erased_1");

        assertThat(gift.donor()).isEqualTo("erased_1");
    }
}
