package streamerapi.simulation;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.bot.BotPresence;
import streamerapi.bot.ChatSender;
import streamerapi.counters.Counters;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.overlays.TipGoals;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.templates.TemplateVariables;
import streamerapi.templates.TipFacts;
import streamerapi.timers.ChatTimer;
import streamerapi.timers.ChatTimers;
import streamerapi.timers.TimerPosts;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import static org.assertj.core.api.Assertions.assertThat;

/// A timer's post whose process does not learn that it has claimed it: the call to the table took effect, its answer
/// was lost, and the call that was made again met the row that the first one had changed. Nothing was due any more, and
/// the line waited for the next interval.
@NullMarked
class LostTimerClaimTest {

    private static final String TENANT = "ten_4t2z4sc3fk3v0";
    private static final Instant START = Instant.parse("2026-03-03T10:00:00Z");
    private static final ChatTimer TIMER = new ChatTimer(
            "tmr_1", "Socials", "Hello", 5, null, 0, true, List.of(Platform.ALPHA), true, START, START, null);

    private final List<String> said = new ArrayList<>();
    private Instant now = START;

    @Test
    void aPostIsMadeOnceIfTheAnswerThatItIsClaimedWasLost() {
        TableService service = new TableService(MemoryTable.ofInserts(row -> {}));
        Table table = TableService.over(service.transport());
        InstantSource clock = () -> now;
        Ids ids = new Ids(clock);
        Supplier<RandomGenerator> random = () -> new Random(1);
        Outbox outbox = new Outbox(table, ids, clock);
        ChatTimers timers = new ChatTimers(table, ids, clock, random);
        BotPresence bot = new BotPresence(table);
        table.write(List.of(Write.put(Row.of(Keys.profile(TENANT)))));
        outbox.commit(TENANT, null, () -> bot.connected(TENANT, Platform.ALPHA, "novaplays", null, null, now));
        outbox.commit(TENANT, null, () -> bot.online(TENANT, Platform.ALPHA, now, now));
        outbox.commit(TENANT, null, () -> timers.live(TENANT, true));
        outbox.commit(TENANT, null, () -> timers.create(TENANT, List.of(TIMER)));
        Table lossy = TableService.over(new LostAnswer(service.transport(), "PutItem"));
        TipFacts facts = new TipFacts(table, new TipGoals(table, ids, clock), new Leaderboard(table, clock));
        TimerPosts posts = new TimerPosts(
                timers,
                lossy,
                new Outbox(lossy, ids, clock),
                new TemplateVariables(new Counters(table, clock), facts, random),
                new ChatSender((tenantId, line) -> {
                    said.add(String.valueOf(line.data().get("message")));
                    return new EffectResult.Done(Map.of());
                }),
                clock,
                random);

        now = START.plus(Duration.ofMinutes(5));
        assertThat(posts.post(TENANT)).isTrue();
        assertThat(posts.post(TENANT)).isFalse();
        assertThat(said).containsExactly("Hello");
    }
}
