package streamerapi.timers;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.connectors.Platform;
import streamerapi.timers.TimerSchedule.Entry;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;

/// The timers of a schedule that can post, by the clock and by lines of chat, and the times after a change.
@NullMarked
class TimerScheduleTest {

    private static final Instant DUE = Instant.parse("2026-11-21T12:00:00Z");
    private static final Entry BEGUN = new Entry(DUE.plusSeconds(900), false, 5, 250, false);
    private static final Function<ChatTimer, Entry> BEGINNING = timer -> BEGUN;

    @ParameterizedTest
    @CsvSource({"0,0,100,true", "5,100,104,false", "5,100,105,true", "5,100,106,true", "1,0,0,false", "1,0,1,true"})
    void aTimerPostsOnceChatHasHadItsLinesSinceTheLastPost(
            long minChatLines, long linesAtPost, long lines, boolean isMet) {
        assertThat(new Entry(DUE, false, minChatLines, linesAtPost, false).isMetBy(lines))
                .isEqualTo(isMet);
    }

    @Test
    void aTimerWithoutLinesNeedsNoneHoweverTheCountStands() {
        assertThat(new Entry(DUE, false, 0, 100, false).isMetBy(0)).isTrue();
    }

    @Test
    void aTimerForStreamsIsActiveWhileTheStreamerIsLive() {
        Entry always = entry(0, false, 0, false);
        Entry liveOnly = entry(0, true, 0, false);

        assertThat(schedule(false).isActive(always)).isTrue();
        assertThat(schedule(true).isActive(always)).isTrue();
        assertThat(schedule(false).isActive(liveOnly)).isFalse();
        assertThat(schedule(true).isActive(liveOnly)).isTrue();
    }

    @Test
    void theClockWakesActiveTimersThatDoNotWaitForChat() {
        TimerSchedule offline = schedule(
                false,
                entry(1, false, 0, false),
                entry(2, true, 0, false),
                entry(3, false, 5, true),
                entry(4, false, 5, false));

        assertThat(offline.dueTimes()).containsExactlyInAnyOrder(DUE.plusSeconds(1), DUE.plusSeconds(4));
        assertThat(offline.live(true).dueTimes())
                .containsExactlyInAnyOrder(DUE.plusSeconds(1), DUE.plusSeconds(2), DUE.plusSeconds(4));
    }

    @Test
    void chatWakesTheTimerThatNeedsTheFewestLines() {
        assertThat(schedule(false, entry(1, false, 9, true), entry(2, false, 5, true), entry(3, false, 2, false))
                        .goal())
                .contains(105L);
        assertThat(schedule(false, entry(1, true, 5, true)).goal()).isEmpty();
        assertThat(schedule(true, entry(1, true, 5, true)).goal()).contains(105L);
        assertThat(schedule(false, entry(1, false, 5, false)).goal()).isEmpty();
    }

    @Test
    void linesAreCountedForActiveTimersThatNeedSomeWhetherTheyWaitYetOrNot() {
        assertThat(schedule(false, entry(1, false, 9, true), entry(2, false, 1, false), entry(3, false, 9, false))
                        .goals())
                .containsExactly(101L, 109L);
        assertThat(schedule(false, entry(1, false, 0, false)).goals()).isEmpty();
        assertThat(schedule(false, entry(1, true, 1, false)).goals()).isEmpty();
        assertThat(schedule(true, entry(1, true, 1, false)).goals()).containsExactly(101L);
    }

    @Test
    void aChangeThatChatIsNotConcernedByLeavesItsCount() {
        TimerSchedule before = schedule(false, entry(1, false, 5, true));

        assertThat(before.with("t9", entry(9, false, 0, false)).writes(before)).hasSize(1);
        assertThat(before.with("t9", entry(9, false, 1, true)).writes(before)).hasSize(2);
        assertThat(before.with("t0", null).writes(before)).hasSize(2);
        assertThat(before.live(true).writes(before)).hasSize(1);
        TimerSchedule withoutLines = schedule(false, entry(1, false, 0, false));
        assertThat(withoutLines.with("t9", entry(9, false, 5, false)).writes(withoutLines))
                .as("lines are counted from now on, though no timer waits for them yet")
                .hasSize(2);
    }

    /// Cases of a timer for streams alone: whether it was due before the stream, whether it waited for chat.
    @ParameterizedTest
    @CsvSource({"-1,false,true", "0,false,false", "1,false,false", "1,true,true"})
    void aStreamBeginsTheTimersForStreamsThatWereDueBeforeOrWaited(int secondsLater, boolean waiting, boolean begins) {
        Entry entry = entry(secondsLater, true, 5, waiting);

        assertThat(schedule(true, entry).started(List.of(timer(15, true)), DUE, BEGINNING))
                .isEqualTo(schedule(true, begins ? BEGUN : entry));
    }

    @Test
    void aStreamBeginsAllTimersForStreams() {
        Entry waiting = entry(-1, true, 5, true);

        assertThat(schedule(true, waiting, waiting)
                        .started(List.of(timer("t0", true), timer("t1", true)), DUE, BEGINNING))
                .isEqualTo(schedule(true, BEGUN, BEGUN));
    }

    @Test
    void aStreamLeavesTimersThatPostAlwaysAndThoseThatAreDisabledOrGone() {
        TimerSchedule always = schedule(true, entry(-1, false, 5, true));
        TimerSchedule ofStreams = schedule(true, entry(-1, true, 5, true));

        assertThat(always.started(List.of(timer(15, false)), DUE, BEGINNING)).isEqualTo(always);
        assertThat(ofStreams.started(List.of(timer("disabled", true)), DUE, BEGINNING))
                .isEqualTo(ofStreams);
    }

    @Test
    void aTimerThatIsDisabledLeavesTheSchedule() {
        ChatTimer disabled = timer(15, null, false, 5, false);

        assertThat(schedule(true, entry(1, false, 5, false)).rescheduled(timer(15, false), disabled, DUE, BEGINNING))
                .isNull();
    }

    @Test
    void aTimerThatIsEnabledBeginsNow() {
        ChatTimer disabled = timer(15, null, false, 5, false);

        assertThat(schedule(true).rescheduled(disabled, timer(15, false), DUE, BEGINNING))
                .isEqualTo(BEGUN);
    }

    @Test
    void aTimerWithAnotherCadenceIsDueOneIntervalFromNowAndKeepsItsLines() {
        TimerSchedule before = schedule(true, entry(1, false, 5, true));
        Entry later = new Entry(BEGUN.due(), false, 5, 100, false);

        assertThat(before.rescheduled(timer(15, false), timer(16, false), DUE, BEGINNING))
                .isEqualTo(later);
        assertThat(before.rescheduled(timer(15, false), timer(15, 20, false, 5, true), DUE, BEGINNING))
                .isEqualTo(later);
    }

    @Test
    void aTimerWithTheSameCadenceIsDueAsBefore() {
        TimerSchedule before = schedule(false, entry(-1, false, 5, true));

        assertThat(before.rescheduled(timer(15, false), timer(15, null, true, 9, true), DUE, BEGINNING))
                .isEqualTo(new Entry(DUE.minusSeconds(1), true, 9, 100, true));
        assertThat(before.rescheduled(timer(15, false), timer(15, null, false, 0, true), DUE, BEGINNING))
                .as("the clock wakes a timer that needs no lines any more")
                .isEqualTo(new Entry(DUE.minusSeconds(1), false, 0, 100, false));
        assertThat(before.rescheduled(timer(15, false), timer(15, null, false, 4, true), DUE, BEGINNING))
                .as("the clock wakes a timer that needs fewer lines, which chat may have had")
                .isEqualTo(new Entry(DUE.minusSeconds(1), false, 4, 100, false));
    }

    /// While the streamer is not live.
    @ParameterizedTest
    @CsvSource({"-1,true", "0,false", "1,false"})
    void aTimerWhoseTimePassedWhileItCouldNotPostIsDueOneIntervalFromNow(int secondsLater, boolean begins) {
        Entry entry = entry(secondsLater, true, 5, true);
        ChatTimer timer = timer(15, true);

        assertThat(schedule(false, entry).rescheduled(timer, timer(15, false), DUE, BEGINNING))
                .isEqualTo(new Entry(begins ? BEGUN.due() : entry.due(), false, 5, 100, !begins));
        assertThat(schedule(true, entry).rescheduled(timer, timer, DUE, BEGINNING))
                .isEqualTo(entry);
    }

    private static ChatTimer timer(String id, boolean liveOnly) {
        return timer(id, 15, null, liveOnly, 5, true);
    }

    private static ChatTimer timer(int minutes, boolean liveOnly) {
        return timer(minutes, null, liveOnly, 5, true);
    }

    private static ChatTimer timer(
            int minutes, @Nullable Integer maxMinutes, boolean liveOnly, int minChatLines, boolean enabled) {
        return timer("t0", minutes, maxMinutes, liveOnly, minChatLines, enabled);
    }

    private static ChatTimer timer(
            String id, int minutes, @Nullable Integer maxMinutes, boolean liveOnly, int minChatLines, boolean enabled) {
        return new ChatTimer(
                id,
                "Socials",
                "Follow for more",
                minutes,
                maxMinutes,
                minChatLines,
                liveOnly,
                Platform.ALL,
                enabled,
                DUE,
                DUE,
                null);
    }

    private static Entry entry(int secondsLater, boolean liveOnly, long minChatLines, boolean waiting) {
        return new Entry(DUE.plusSeconds(secondsLater), liveOnly, minChatLines, 100, waiting);
    }

    private static TimerSchedule schedule(boolean live, Entry... entries) {
        Map<String, Entry> all = new LinkedHashMap<>();
        for (Entry entry : entries) {
            all.put("t" + all.size(), entry);
        }
        return new TimerSchedule("ten_0000000000000", live, all, 1);
    }
}
