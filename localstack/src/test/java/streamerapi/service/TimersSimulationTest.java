package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.webhooks.ClockedQueue;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.Attribute;
import streamerapi.timers.ChatTimer;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/// When timers post (spec "ChatTimer"), over simulated days and against a small model.
@NullMarked
class TimersSimulationTest {

    private static final Instant START = TimerStage.DAY.plus(Duration.ofHours(10));
    private static final Instant FIRST_POST = START.plus(Duration.ofMinutes(5));
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /// A stack whose own schedule and queues post nothing.
    @AutoClose
    private static Service service;

    @BeforeAll
    static void standStill() throws InterruptedException {
        service = Service.start(Map.of());
        service.stack().queueTriggers().pause();
    }

    @Test
    void overTenDaysOfStreamsEachPostIsTheModels() {
        Random random = new Random(42);
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        TimersModel model = new TimersModel(Set.of("alpha"));
        for (ChatTimer timer : List.of(
                timer("fixed", 15, null, 0),
                timer("slow", 60, null, 0),
                timer("random", 5, 25, 0),
                timer("chatty", 10, null, 20),
                timer("patient", 7, 13, 45))) {
            model.add(stage.create(timer), stage.now());
        }
        for (int day = 0; day < 10; day += 1 + random.nextInt(2)) {
            Instant online = START.plus(Duration.ofDays(day)).plusSeconds(random.nextInt(7_200));
            stage.runTo(online);
            stage.live("alpha", true);
            model.live(true, online);
            stream(stage, model, random, online.plus(Duration.ofMinutes(60 + random.nextInt(90))));
            stage.live("alpha", false);
            model.live(false, stage.now());
            stage.runTo(stage.now().plus(MINUTE.multipliedBy(2)));
            stage.tick();
            assertThat(stage.poll())
                    .as("nothing is asked of an account that is not live")
                    .isNull();
        }
        assertThat(posts(stage.posts())).isEqualTo(posts(model.posts()));
        assertThat(model.posts()).hasSizeGreaterThan(90);
    }

    /// One stream: a tick each minute, and chat that comes and goes.
    private static void stream(TimerStage stage, TimersModel model, Random random, Instant end) {
        Instant tick = stage.now().plusSeconds(random.nextInt(60));
        Instant line = stage.now().plusSeconds(11);
        while (stage.now().isBefore(end)) {
            Instant next = tick.isBefore(line) ? tick : line;
            stage.runTo(next);
            model.runTo(next);
            if (next.equals(line)) {
                stage.chat();
                model.chat(next);
                stage.runTo(next);
                line = line.plusSeconds(random.nextInt(10) == 0 ? 600 : 11 + random.nextInt(20));
            }
            if (next.equals(tick)) {
                stage.tick();
                stage.runTo(next);
                tick = tick.plus(MINUTE);
            }
        }
    }

    @Test
    void aTimerThatIsNotForStreamsAlonePostsDayAndNightOnBothPlatforms() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.connect("beta");
        stage.create(
                new ChatTimer("tmr_always", "n", "always", 90, null, 0, false, Platform.ALL, true, START, START, null));
        tickTo(stage, START.plus(Duration.ofHours(9)));
        List<TimerStage.Post> expected = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            Instant at = START.plus(Duration.ofMinutes(90L * i));
            expected.add(new TimerStage.Post(at, "alpha", "always"));
            expected.add(new TimerStage.Post(at, "beta", "always"));
        }
        assertThat(stage.posts())
                .as("posts of one moment come in any order")
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void messagesThatAreLostDoubledOrLateMakeAPostLateAndNoneTwice() {
        Random random = new Random(7);
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.live("alpha", true);
        stage.create(timer("steady", 3, null, 0));
        stage.create(timer("second", 4, null, 0));
        Instant end = START.plus(Duration.ofHours(12));
        for (Instant tick = START; tick.isBefore(end); tick = tick.plus(MINUTE)) {
            if (random.nextInt(20) != 0) {
                stage.tick();
            }
            faultyTo(stage, random, tick.plus(MINUTE));
        }
        assertGaps(stage, "steady", Duration.ofMinutes(3));
        assertGaps(stage, "second", Duration.ofMinutes(4));
    }

    /// No post comes before its time by more than a late one before it had lost, nor later than the next ticks find it.
    private static void assertGaps(TimerStage stage, String message, Duration interval) {
        List<Instant> times = stage.posts().stream()
                .filter(post -> post.message().equals(message))
                .map(TimerStage.Post::at)
                .toList();
        assertThat(times).hasSizeGreaterThan(100);
        for (int i = 1; i < times.size(); i++) {
            assertThat(Duration.between(times.get(i - 1), times.get(i)))
                    .as(message + " " + i)
                    .isBetween(interval.minus(MINUTE), interval.plus(MINUTE.multipliedBy(5)));
        }
    }

    /// Handles the messages until a time: of ten, one is lost, one comes twice, and one late.
    private static void faultyTo(TimerStage stage, Random random, Instant end) {
        List<ClockedQueue.Message> later = new ArrayList<>();
        for (ClockedQueue.Message next = stage.poll(); next != null; next = stage.poll()) {
            if (next.due().isAfter(end)) {
                later.add(next);
                continue;
            }
            stage.advanceTo(next.due());
            switch (random.nextInt(10)) {
                case 0 -> {}
                case 1 -> {
                    stage.handle(next);
                    stage.handle(next);
                }
                case 2 ->
                    later.add(new ClockedQueue.Message(
                            next.body(), stage.now().plusSeconds(random.nextInt(180)), next.runs()));
                default -> stage.handle(next);
            }
        }
        later.forEach(message -> stage.putBack(message, message.due()));
        stage.advanceTo(end);
    }

    @Test
    void tenMessagesAtOncePostOnce() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.live("alpha", true);
        stage.create(timer("once", 5, null, 0));
        stage.advanceTo(START.plus(Duration.ofMinutes(5)));
        stage.tick();
        ClockedQueue.Message message = Objects.requireNonNull(stage.poll());
        AtOnce.run(10, i -> {
            stage.handle(message);
            return i;
        });
        assertThat(stage.posts()).hasSize(1);
    }

    /// The message of a timer that is to post at [#FIRST_POST], a minute before that.
    private static ClockedQueue.Message announced(TimerStage stage) {
        stage.connect("alpha");
        stage.live("alpha", true);
        stage.create(timer("early", 5, null, 0));
        stage.advanceTo(FIRST_POST.minusSeconds(60));
        stage.tick();
        return Objects.requireNonNull(stage.poll());
    }

    @Test
    void aMessageThatComesBeforeItsTimeByTheClockOfItsProcessIsFollowedByAnother() {
        TimerStage stage = new TimerStage(service, START);
        ClockedQueue.Message message = announced(stage);
        stage.advanceTo(FIRST_POST.minusMillis(400));
        stage.handle(message);
        assertThat(stage.posts()).isEmpty();
        stage.runTo(FIRST_POST.plusSeconds(1));
        assertThat(stage.posts()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 300, 500})
    void aPostWhoseTimeComesWhileItsMessageIsHandledIsMade(int early) {
        TimerStage stage = new TimerStage(service, START);
        ClockedQueue.Message message = announced(stage);
        stage.advanceTo(FIRST_POST.minusMillis(early));
        stage.handleWhileTimePasses(message, Duration.ofMillis(200));
        stage.runTo(FIRST_POST.plusSeconds(1));
        assertThat(stage.posts()).hasSize(1);
    }

    @Test
    void aLatePostOfATimerOfAMinuteIsNotFollowedByAnotherAtOnce() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.live("alpha", true);
        stage.create(timer("minute", 1, null, 0));
        stage.advanceTo(START.plusSeconds(115));
        for (int second : List.of(116, 174, 234)) {
            stage.tick();
            stage.runTo(START.plusSeconds(second));
        }
        assertThat(stage.posts())
                .extracting(TimerStage.Post::at)
                .containsExactly(START.plusSeconds(115), START.plusSeconds(175));
    }

    @Test
    void aTimerGoesByBetaWhileAlphaIsNotConnected() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("beta");
        stage.live("beta", true);
        stage.create(timer("beta", 5, null, 0));
        tickTo(stage, START.plus(Duration.ofMinutes(11)));
        assertThat(stage.posts()).extracting(TimerStage.Post::platform).containsExactly("beta", "beta");
        stage.connect("alpha");
        tickTo(stage, START.plus(Duration.ofMinutes(30)));
        assertThat(stage.posts()).as("alpha is offline, and it counts").hasSize(2);
    }

    @Test
    void aPostThatIsLeftOutStepsNoCounter() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("beta");
        stage.live("beta", true);
        stage.create(new ChatTimer(
                "tmr_steps",
                "n",
                "no. {counter:posts+}",
                5,
                null,
                0,
                true,
                List.of(Platform.ALPHA),
                true,
                START,
                START,
                null));
        tickTo(stage, START.plus(Duration.ofMinutes(11)));
        assertThat(stage.account().eventTypes()).doesNotContain("counter.updated");
        stage.connect("alpha");
        stage.live("alpha", true);
        tickTo(stage, START.plus(Duration.ofMinutes(18)));
        assertThat(stage.posts()).extracting(TimerStage.Post::message).containsExactly("no. 1");
    }

    @Test
    void timersThatAreDueTogetherEachStepTheirCounters() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.create(saying("one", "one {counter:posts+}"));
        stage.create(saying("two", "two {counter:posts+2}"));
        stage.create(saying("few", counters("few", 11)));
        stage.create(saying("more", counters("more", 11)));
        tickTo(stage, FIRST_POST);
        assertThat(stage.posts())
                .hasSize(4)
                .extracting(TimerStage.Post::message)
                .noneMatch(text -> text.contains("{"));
        assertThat(stage.account().api().get("/counters/posts").at("counter.value"))
                .hasToString("3");
    }

    private static String counters(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{counter:" + name + i + "+}")
                .collect(Collectors.joining(" "));
    }

    private static ChatTimer saying(String name, String message) {
        return new ChatTimer(
                "tmr_" + name, name, message, 5, null, 0, false, List.of(Platform.ALPHA), true, START, START, null);
    }

    @Test
    void eachPlatformIsToldTheLoginThatTheStreamerHasThere() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha", "nova");
        stage.connect("beta", "nova_live");
        stage.create(new ChatTimer(
                "tmr_channel",
                "n",
                "{channel} {random:1-1000000}",
                5,
                null,
                0,
                false,
                Platform.ALL,
                true,
                START,
                START,
                null));
        tickTo(stage, FIRST_POST);
        String number = stage.posts().getFirst().message().split(" ")[1];
        assertThat(stage.posts())
                .extracting(TimerStage.Post::platform, TimerStage.Post::message)
                .containsExactlyInAnyOrder(tuple("alpha", "nova " + number), tuple("beta", "nova_live " + number));
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "3, 1", "4, 1"})
    void aTimerPostsInTimeThoughChatFallsSilentOnceItHasHadEnoughLines(int lines, int posts) {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.live("alpha", true);
        stage.create(timer("quiet", 5, null, 3));
        stage.create(timer("patient", 5, null, 100));
        stage.advanceTo(START.plusSeconds(20));
        for (int i = 0; i < lines; i++) {
            stage.chat();
        }
        tickTo(stage, FIRST_POST.plus(MINUTE.multipliedBy(30)));
        assertThat(stage.posts())
                .extracting(TimerStage.Post::at, TimerStage.Post::message)
                .isEqualTo(Collections.nCopies(posts, tuple(FIRST_POST, "quiet")));
    }

    @Test
    void linesThatAreEnoughForATimerAreToldOnceAndNotOneByOneFromThenOn() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.live("alpha", true);
        stage.create(timer("soon", 5, null, 3));
        stage.create(timer("later", 5, null, 6));
        List<Long> told = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            stage.chat();
            told.add(stage.account().rows("CHATLINES").getFirst().get(Attribute.whole("lines")));
        }
        assertThat(told).containsExactly(1L, 1L, 3L, 3L, 3L, 6L, 6L, 6L, 6L);
        assertThat(stage.poll()).as("nothing is due").isNull();
    }

    @Test
    void aBusyChatIsCountedInBatches() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.live("alpha", true);
        stage.create(timer("lines", 1, null, 1_000));
        for (int i = 0; i < 250; i++) {
            stage.chat();
        }
        assertThat(stage.account().rows("CHATLINES").getFirst().get(Attribute.whole("lines")))
                .as("the first line, and two hundreds")
                .isEqualTo(201);
        stage.advanceTo(START.plusSeconds(11));
        stage.chat();
        assertThat(stage.account().rows("CHATLINES").getFirst().get(Attribute.whole("lines")))
                .isEqualTo(251);
    }

    @Test
    void noLineIsCountedWithoutATimerThatWaitsForSome() {
        TimerStage stage = new TimerStage(service, START);
        stage.connect("alpha");
        stage.live("alpha", true);
        stage.create(timer("none", 1, null, 0));
        for (int i = 0; i < 300; i++) {
            stage.chat();
        }
        assertThat(stage.account().rows("CHATLINES")).isEmpty();
    }

    private static void tickTo(TimerStage stage, Instant end) {
        while (stage.now().isBefore(end)) {
            stage.tick();
            stage.runTo(stage.now().plus(MINUTE));
        }
    }

    private static ChatTimer timer(String name, int minutes, @Nullable Integer max, int lines) {
        return new ChatTimer(
                "tmr_" + name, name, name, minutes, max, lines, true, Platform.ALL, true, START, START, null);
    }

    private static List<String> posts(List<TimerStage.Post> posts) {
        return posts.stream()
                .map(post -> post.at() + " " + post.message())
                .sorted()
                .toList();
    }
}
