package streamerapi.timers;

import streamerapi.bot.BotState;
import streamerapi.bot.ChatSender;
import streamerapi.commands.BotTexts;
import streamerapi.commands.ChatTemplate;
import streamerapi.filter.CleanText;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;
import streamerapi.templates.Filled;
import streamerapi.templates.TemplateContext;
import streamerapi.templates.TemplateVariables;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Posts the messages of an account's due timers.
///
/// A post is claimed first: the schedule names the next one, on the condition that it still named this one. It does
/// nothing if nothing is due, so it can be called any number of times. A process that dies between claim and post
/// leaves one post out.
public final class TimerPosts {

    /// How late a post can be and still keep its cadence, if that is less than half its interval. One that is later
    /// counts its interval from itself.
    static final Duration MAX_DELAY = Duration.ofMinutes(1);

    private final Table table;
    private final Outbox outbox;
    private final TemplateVariables variables;
    private final ChatSender sender;
    private final InstantSource clock;
    private final Supplier<RandomGenerator> random;
    private final ChatTimers timers;

    /// @param random rolls the intervals of random cadences
    public TimerPosts(
            ChatTimers timers,
            Table table,
            Outbox outbox,
            TemplateVariables variables,
            ChatSender sender,
            InstantSource clock,
            Supplier<RandomGenerator> random) {
        this.timers = timers;
        this.table = table;
        this.outbox = outbox;
        this.variables = variables;
        this.sender = sender;
        this.clock = clock;
        this.random = random;
    }

    /// A message that one platform is to get.
    ///
    /// @param about of [ChatSender#send]
    private record Post(Platform platform, String about, String text) {}

    /// Posts the messages that are due now. All posts are sent beside each other, so that a platform that hangs takes
    /// the time of one.
    ///
    /// @return whether anything was due
    public boolean post(String tenantId) {
        List<Post> posts = outbox.commit(tenantId, new Actor.Bot(), () -> decide(tenantId));
        List<Async<Boolean>> sent = posts.stream()
                .map(post -> Async.start(() -> sender.send(tenantId, post.platform(), post.about(), post.text())))
                .toList();
        sent.forEach(Async::join);
        return !posts.isEmpty();
    }

    private Outcome<List<Post>> decide(String tenantId) {
        Key scheduled = ChatKeys.timerSchedule(tenantId);
        Key counted = ChatKeys.chatLines(tenantId);
        Map<Key, Row> rows = table.getAll(scheduled, counted);
        TimerSchedule schedule = TimerSchedule.of(tenantId, rows.get(scheduled));
        long lines = LineCount.lines(rows.get(counted));
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        boolean isDue = schedule.entries().values().stream()
                .anyMatch(entry -> isDue(schedule, entry, now) && (!entry.waiting() || entry.isMetBy(lines)));
        return isDue ? posted(schedule, lines, now) : Outcome.of(List.of());
    }

    private static boolean isDue(TimerSchedule schedule, TimerSchedule.Entry entry, Instant now) {
        return schedule.isActive(entry) && !entry.due().isAfter(now);
    }

    /// A timer that steps a counter of another one, or more than can be stepped at once, stays due: it posts with the
    /// next message.
    private Outcome<List<Post>> posted(TimerSchedule schedule, long lines, Instant now) {
        Map<String, ChatTimer> all = new LinkedHashMap<>();
        timers.all(schedule.tenantId()).forEach(timer -> all.put(timer.id(), timer));
        List<ChatTimer> posting = new ArrayList<>();
        Set<String> stepped = new HashSet<>();
        TimerSchedule after = schedule;
        for (Map.Entry<String, TimerSchedule.Entry> part : schedule.entries().entrySet()) {
            TimerSchedule.Entry entry = part.getValue();
            ChatTimer timer = all.get(part.getKey());
            if (timer == null || !isDue(schedule, entry, now)) {
                continue;
            }
            if (entry.isMetBy(lines)) {
                List<String> steps = steps(timer);
                if (!posting.isEmpty()
                        && (!Collections.disjoint(steps, stepped)
                                || steps.size() + stepped.size() > BotTexts.MAX_COUNTER_STEPS)) {
                    continue;
                }
                stepped.addAll(steps);
                posting.add(timer);
                Duration interval = timer.roll(random.get());
                after = after.with(
                        timer.id(),
                        new TimerSchedule.Entry(
                                next(entry, now, interval), entry.liveOnly(), entry.minChatLines(), lines, false));
            } else {
                after = after.with(timer.id(), entry.waitingForChat());
            }
        }
        return messages(schedule.tenantId(), posting, now).writing(after.writes(schedule));
    }

    /// The counters that a timer steps.
    private static List<String> steps(ChatTimer timer) {
        return ChatTemplate.parse(timer.message()).counterSteps().stream()
                .map(ChatTemplate.CounterStep::name)
                .toList();
    }

    private static Instant next(TimerSchedule.Entry entry, Instant now, Duration interval) {
        Duration delay = Duration.between(entry.due(), now);
        boolean late = entry.waiting() || delay.compareTo(MAX_DELAY) > 0 || delay.compareTo(interval.dividedBy(2)) > 0;
        return (late ? now : entry.due()).plus(interval);
    }

    /// The messages of these timers. One that reaches no platform is not filled in: it must step no counter.
    private Outcome<List<Post>> messages(String tenantId, List<ChatTimer> posting, Instant now) {
        if (posting.isEmpty()) {
            return Outcome.of(List.of());
        }
        Key botKey = ChatKeys.bot(tenantId);
        Key profile = Keys.profile(tenantId);
        Map<Key, Row> rows = table.getAll(botKey, profile);
        BotState bot = BotState.of(tenantId, rows.get(botKey));
        Settings settings = Settings.of(Objects.requireNonNull(rows.get(profile)));
        Map<ChatTimer, List<Platform>> reached = new LinkedHashMap<>();
        for (ChatTimer timer : posting) {
            List<Platform> platforms = timer.platforms().stream()
                    .filter(platform ->
                            bot.on(platform).isConnected() && settings.bot().isEnabled(platform))
                    .toList();
            if (!platforms.isEmpty()) {
                reached.put(timer, platforms);
            }
        }
        List<ChatTemplate> templates = reached.keySet().stream()
                .map(timer -> ChatTemplate.parse(timer.message()))
                .toList();
        TemplateContext occasion = TemplateContext.ofTimer(tenantId, bot, settings, now);
        CleanText clean = new CleanText(settings);
        return variables.fill(templates, occasion).map(texts -> {
            List<Post> posts = new ArrayList<>();
            Iterator<Filled> text = texts.iterator();
            reached.forEach((timer, platforms) -> {
                Filled filled = text.next().cleaned(clean::of);
                String about = "timer:" + timer.id() + ":" + now.toEpochMilli();
                for (Platform platform : platforms) {
                    String channel = bot.on(platform).channel();
                    posts.add(new Post(platform, about, filled.in(channel).text()));
                }
            });
            return posts;
        });
    }
}
