package streamerapi.timers;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.timers.TimerSchedule.Entry;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The timers of a schedule that can post, by the clock and by lines of chat.
@NullMarked
class TimerScheduleTest {

    private static final Instant DUE = Instant.parse("2026-11-21T12:00:00Z");

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
    void linesAreCountedForActiveTimersThatNeedSome() {
        assertThat(schedule(false, entry(1, false, 1, false)).countsLines()).isTrue();
        assertThat(schedule(false, entry(1, false, 0, false)).countsLines()).isFalse();
        assertThat(schedule(false, entry(1, true, 1, false)).countsLines()).isFalse();
        assertThat(schedule(true, entry(1, true, 1, false)).countsLines()).isTrue();
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
