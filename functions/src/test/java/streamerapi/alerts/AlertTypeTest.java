package streamerapi.alerts;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.goals.Counted;
import streamerapi.goals.Tally;
import streamerapi.settings.SubRewardSettings;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// The rules of each type of alert: what it counts, what it needs, its usual text, and its credits.
@NullMarked
class AlertTypeTest {

    private static final SubRewardSettings REWARDS = new SubRewardSettings(3, 2, 5);

    @ParameterizedTest
    @CsvSource({"SUB,3", "RESUB,2", "GIFT_SUB,20", "FOLLOW,0", "CHEER,0", "RAID,0", "PAID_GIFT,0"})
    void creditsAreThoseOfTheSettingsForEachSubscription(AlertType type, long credits) {
        assertThat(type.credits(alert("{'total': 4}"), REWARDS)).isEqualTo(credits);
    }

    @ParameterizedTest
    @CsvSource({"19999,99995", "20000,100000", "20001,100000", "1000000000,100000"})
    void anAlertBringsAHundredThousandCreditsAtMost(long total, long credits) {
        assertThat(AlertType.GIFT_SUB.credits(alert("{'total': " + total + "}"), REWARDS))
                .isEqualTo(credits);
    }

    @ParameterizedTest
    @EnumSource
    void withoutSettingsThereAreNoCredits(AlertType type) {
        assertThat(type.credits(alert("{'total': 4}"), new SubRewardSettings(0, 0, 0)))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"SUB,Subscribed", "RESUB,Resubscribed", "GIFT_SUB,Gifted subscriptions"})
    void theLedgerNotesWhatCreditsWereFor(AlertType type, String note) {
        assertThat(type.creditNote()).isEqualTo(note);
    }

    @ParameterizedTest
    @CsvSource({"FOLLOW,0", "SUB,0", "RESUB,0", "GIFT_SUB,4", "CHEER,100", "RAID,57", "PAID_GIFT,9"})
    void theSmallestAmountOfASettingIsComparedWithTheNumberOfTheAlert(AlertType type, long number) {
        assertThat(type.counts(alert("{'total': 4, 'bits': 100, 'viewers': 57, 'amount': 9}")))
                .isEqualTo(number);
    }

    @ParameterizedTest
    @CsvSource({"GIFT_SUB,total", "CHEER,bits", "RAID,viewers", "PAID_GIFT,amount"})
    void aNumberThatATypeNeedsIsNotLeftOut(AlertType type, String field) {
        AlertData empty = alert("{}");

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> type.counts(empty))
                .withMessage("data." + field + " is required");
    }

    @ParameterizedTest
    @CsvSource({"SUB,tier", "RESUB,tier", "GIFT_SUB,tier", "PAID_GIFT,gift_name"})
    void aFieldThatATypeNeedsIsNotLeftOut(AlertType type, String field) {
        AlertData empty = alert("{}");

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> type.check(empty, true))
                .withMessage("data." + field + " is required");
    }

    @Test
    void aRenewalTellsItsMonthsAndOnlyAPlatformWithTiersItsTier() {
        AlertType.RESUB.check(alert("{'months': 2}"), false);
        AlertType.SUB.check(alert("{}"), false);
        AlertData withoutMonths = alert("{'tier': 1}");

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> AlertType.RESUB.check(withoutMonths, true))
                .withMessage("data.months is required");
    }

    @Test
    void goalsCountSubscriptionsByTheirTierAndRenewalsByTheirTierAlone() {
        AlertData alert = alert("{'tier': 3, 'total': 4, 'bits': 100, 'amount': 9}");

        assertThat(AlertType.FOLLOW.tally(alert, true).counts()).isEqualTo(Map.of(Counted.FOLLOWS, 1L));
        assertThat(AlertType.SUB.tally(alert, true).counts()).isEqualTo(Map.of(Counted.SUBS, 1L, Counted.TIER_3, 1L));
        assertThat(AlertType.RESUB.tally(alert, true).counts()).isEqualTo(Map.of(Counted.TIER_3, 1L));
        assertThat(AlertType.GIFT_SUB.tally(alert, true).counts())
                .isEqualTo(Map.of(Counted.SUBS, 4L, Counted.TIER_3, 4L));
        assertThat(AlertType.CHEER.tally(alert, true).counts()).isEqualTo(Map.of(Counted.BITS, 100L));
        assertThat(AlertType.PAID_GIFT.tally(alert, true).counts()).isEqualTo(Map.of(Counted.GIFTS, 9L));
        assertThat(AlertType.RAID.tally(alert, true)).isEqualTo(Tally.NOTHING);
        assertThat(AlertType.RESUB.tally(alert("{}"), true).counts()).isEqualTo(Map.of(Counted.TIER_1, 1L));
        assertThat(AlertType.SUB.tally(alert, false).counts()).isEqualTo(Map.of(Counted.SUBS, 1L, Counted.TIER_1, 1L));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "FOLLOW,1,Mira just followed!",
                "SUB,1,Mira just subscribed!",
                "RESUB,1,Mira resubscribed for 1 month!",
                "RESUB,2,Mira resubscribed for 2 months!",
                "GIFT_SUB,1,Mira gifted 1 sub!",
                "GIFT_SUB,2,Mira gifted 2 subs!",
                "CHEER,1,Mira cheered 1 bit!",
                "CHEER,2,Mira cheered 2 bits!",
                "RAID,1,Mira is raiding with 1 viewer!",
                "RAID,2,Mira is raiding with 2 viewers!",
                "PAID_GIFT,1,Mira sent Rose!"
            })
    void theUsualTextNamesTheViewerAndTheNumber(AlertType type, long number, String text) {
        AlertData alert = alert("{'months': N, 'total': N, 'bits': N, 'viewers': N, 'gift_name': 'Rose'}"
                .replace("N", Long.toString(number)));

        assertThat(type.says("Mira", alert)).isEqualTo(text);
    }

    private static AlertData alert(String json) {
        return AlertData.SCHEMA.read(new Body(Json.asObject(Json.read(json.replace('\'', '"')))));
    }
}
