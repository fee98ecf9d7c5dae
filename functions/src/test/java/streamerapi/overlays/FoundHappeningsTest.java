package streamerapi.overlays;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The latest tips and alerts among those that were found, newest first.
@NullMarked
class FoundHappeningsTest {

    private static final Instant TODAY = Instant.parse("2026-11-21T00:00:00Z");
    private static final Instant BEFORE = TODAY.minusMillis(1);
    private static final Duration LEFT = Duration.ofHours(3);
    private static final Happening TIP = tip("tip", TODAY);
    private static final Happening FOLLOW = alert("alpha.follow");
    private static final Happening SUB = alert("beta.sub");

    @Test
    void nothingIsFoundInAnEmptyLog() {
        assertThat(latest())
                .isEqualTo(new Happenings.Latest(List.of(), null, null, null, null, BigDecimal.TEN, "USD", LEFT));
    }

    @Test
    void theLatestOfEachKindIsTheFirst() {
        Happenings.Latest latest = latest(FOLLOW, SUB, TIP, tip("older", TODAY), alert("beta.follow"), alert("x.sub"));

        assertThat(latest.tip()).isEqualTo(TIP);
        assertThat(latest.follower()).isEqualTo(FOLLOW);
        assertThat(latest.subscriber()).isEqualTo(SUB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha.sub", "alpha.resub", "alpha.gift_sub"})
    void aSubscriberBuysRenewsOrGives(String type) {
        assertThat(latest(alert("alpha.cheer"), alert("alpha.raid"), alert(type))
                        .subscriber())
                .isEqualTo(alert(type));
    }

    @Test
    void theLastTwelveAreListed() {
        Happening[] all = new Happening[13];
        for (int nth = 0; nth < all.length; nth++) {
            all[nth] = tip("tip" + nth, TODAY);
        }

        assertThat(latest(all).events())
                .containsExactly(List.of(all).subList(0, 12).toArray(Happening[]::new));
    }

    @Test
    void theTopTipIsTheHighestOfTheDayAndOfTwoEqualOnesTheFirst() {
        Happening first = tip("first", TODAY, "7.00", "USD", true);
        Happening second = tip("second", TODAY.plusSeconds(1), "7", "USD", true);

        assertThat(latest(tip("low", TODAY.plusSeconds(2), "6.99", "USD", true), second, first)
                        .topTipToday())
                .isEqualTo(first);
        assertThat(latest(tip("high", TODAY.plusSeconds(2), "7.01", "USD", true), second, first)
                        .topTipToday())
                .isEqualTo(tip("high", TODAY.plusSeconds(2), "7.01", "USD", true));
    }

    @Test
    void aTipOfYesterdayOrUnpaidOrInAnotherCurrencyIsNoTopTip() {
        assertThat(latest(
                                tip("unpaid", TODAY, "9", "USD", false),
                                tip("euros", TODAY, "9", "EUR", true),
                                tip("no amount", TODAY, null, "USD", true),
                                tip("yesterday", BEFORE, "9", "USD", true))
                        .topTipToday())
                .isNull();
    }

    @Test
    void olderEventsChangeNothingOnceTheListIsFullAndEachKindFoundAndTheDayRead() {
        assertThat(isEnough(TIP, FOLLOW, SUB, BEFORE, 12)).isTrue();
        assertThat(isEnough(TIP, FOLLOW, SUB, BEFORE, 11)).isFalse();
        assertThat(isEnough(TIP, FOLLOW, SUB, TODAY, 12)).isFalse();
        assertThat(isEnough(FOLLOW, FOLLOW, SUB, BEFORE, 12)).isFalse();
        assertThat(isEnough(TIP, TIP, SUB, BEFORE, 12)).isFalse();
        assertThat(isEnough(TIP, FOLLOW, FOLLOW, BEFORE, 12)).isFalse();
        assertThat(new FoundHappenings().isEnough(TODAY)).isFalse();
    }

    /// Three happenings, and as many raids as make up a number; the last one at a time.
    private static boolean isEnough(Happening first, Happening second, Happening third, Instant last, int number) {
        FoundHappenings found = new FoundHappenings();
        List.of(first, second, third).forEach(found::add);
        for (int nth = 3; nth < number; nth++) {
            found.add(alert("alpha.raid", last));
        }
        return found.isEnough(TODAY);
    }

    private static Happenings.Latest latest(Happening... newestFirst) {
        FoundHappenings found = new FoundHappenings();
        List.of(newestFirst).forEach(found::add);
        return found.latest(found.top(TODAY, "USD"), BigDecimal.TEN, "USD", LEFT);
    }

    private static Happening alert(String type) {
        return alert(type, TODAY);
    }

    private static Happening alert(String type, Instant created) {
        return new Happening("evt", type, "Mira", null, null, created, false);
    }

    private static Happening tip(String id, Instant created) {
        return tip(id, created, "5", "USD", true);
    }

    private static Happening tip(String id, Instant created, @Nullable String amount, String currency, boolean isPaid) {
        return new Happening(
                id, "tip.created", "Mira", amount == null ? null : new BigDecimal(amount), currency, created, isPaid);
    }
}
