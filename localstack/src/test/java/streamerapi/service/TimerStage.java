package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotPresence;
import streamerapi.bot.BotState;
import streamerapi.bot.ChatSender;
import streamerapi.chat.ChatFunction;
import streamerapi.connectors.IngestMessage;
import streamerapi.counters.Counters;
import streamerapi.ingest.Inbox;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.overlays.TipGoals;
import streamerapi.service.webhooks.ClockedQueue;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.templates.TemplateVariables;
import streamerapi.templates.TipFacts;
import streamerapi.timers.ChatTimer;
import streamerapi.timers.ChatTimers;
import streamerapi.timers.DuePosts;
import streamerapi.timers.LineCount;
import streamerapi.timers.TimerPosts;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// One account's timers on a clock that stands still until it is moved: the domain classes that are deployed, a real
/// table, a queue whose messages come on that clock, and platforms that note what they are asked to say.
final class TimerStage {

    /// When stages begin: on a day that no machine has seen, since the table's engine removes what has run out by the
    /// machine's clock.
    static final Instant DAY = Instant.parse("2096-09-07T00:00:00Z");

    /// A post: the message, and when it was sent.
    record Post(Instant at, String platform, String message) {}

    private final Account account;
    private final ClockedQueue queue;
    private final Services services;
    private final List<Post> posts = new CopyOnWriteArrayList<>();
    private final BotPresence bot;
    private final ChatTimers timers;
    private final TimerPosts poster;
    private final DuePosts due;
    private final LineCount lines;
    private final Inbox inbox;
    private volatile Instant now;
    private volatile Duration step = Duration.ZERO;

    TimerStage(Service service, Instant start) {
        this.account = service.newAccount();
        this.now = start;
        InstantSource clock = this::read;
        this.queue = ClockedQueue.ofAll(clock);
        this.services = new Services(new Environment(
                service.stack().functions().settings("WorkerFunction").variables(), clock, () -> queue));
        Supplier<RandomGenerator> random = () -> randomAt(now);
        ChatSender sender = new ChatSender(this::said);
        TemplateVariables variables = new TemplateVariables(
                new Counters(services.table(), clock),
                new TipFacts(
                        services.table(),
                        new TipGoals(services.table(), services.ids(), clock),
                        new Leaderboard(services.table(), clock)),
                random);
        this.bot = new BotPresence(services.table());
        this.timers = new ChatTimers(services.table(), services.ids(), clock, random);
        this.poster = new TimerPosts(timers, services.table(), services.outbox(), variables, sender, clock, random);
        this.due = new DuePosts(
                services.table(),
                new DelayQueue(services.clients().queue(service.stack().queueUrl("WorkQueue")), clock),
                clock);
        this.lines = new LineCount(services.table(), clock, due::wake);
        Services ofIngest = new Services(new Environment(
                service.stack().functions().settings("IngestFunction").variables(), clock, () -> queue));
        this.inbox = new Inbox(
                ofIngest.table(),
                ofIngest.outbox(),
                ChatFunction.ingest(ofIngest, sender).types(),
                clock);
    }

    /// Notes what a platform is asked to say. No connector is called: on a busy machine a call could take longer than
    /// it may, and a line is sent once.
    private EffectResult said(String tenantId, Effect effect) {
        posts.add(new Post(
                now, effect.connector().label(), String.valueOf(effect.data().get("message"))));
        return new EffectResult.Done(Map.of());
    }

    /// The chance that rolls the intervals at a time.
    static RandomGenerator randomAt(Instant time) {
        return new Random(time.toEpochMilli());
    }

    private Instant read() {
        Instant read = now;
        now = read.plus(step);
        return read;
    }

    Instant now() {
        return now;
    }

    /// Handles a message while time passes: by this much from one reading of the clock to the next.
    void handleWhileTimePasses(ClockedQueue.Message message, Duration each) {
        step = each;
        handle(message);
        step = Duration.ZERO;
    }

    void advanceTo(Instant time) {
        if (time.isAfter(now)) {
            now = time;
        }
    }

    Account account() {
        return account;
    }

    List<Post> posts() {
        return List.copyOf(posts);
    }

    /// The next message of the queue that is about the account, or null.
    ClockedQueue.@Nullable Message poll() {
        ClockedQueue.Message message = queue.poll();
        while (message != null && !message.body().contains(account.tenantId())) {
            message = queue.poll();
        }
        return message;
    }

    /// Puts a message back, to come at its time.
    void putBack(ClockedQueue.Message message, Instant due) {
        queue.add(message.body(), Duration.between(now, due));
    }

    /// Hands a message to what handles it.
    void handle(ClockedQueue.Message message) {
        Map<String, @Nullable Object> fields = Json.readObject(message.body().getBytes(StandardCharsets.UTF_8));
        due.post(DuePosts.tenantOf(Json.asObject(fields.get(DuePosts.TASK))), poster);
    }

    /// Runs the schedule of one minute.
    void tick() {
        due.announce();
    }

    /// A line of chat arrives by a message with this id, as a connector sends it.
    void line(String id, EveningModel.Line line) {
        Map<String, @Nullable Object> data = new HashMap<>();
        data.put("message_id", id);
        data.put("user_id", "id-" + line.viewer());
        data.put("user_login", line.viewer());
        data.put("user_name", line.viewer());
        data.put("text", line.text());
        data.put("is_mod", line.isModerator());
        data.put("is_subscriber", line.isSubscriber());
        Connector source = Connector.of(line.platform()).orElseThrow();
        inbox.take(new IngestMessage(account.tenantId(), source, id, "chat.message", now, data));
    }

    void chat() {
        lines.count(account.tenantId(), null);
    }

    ChatTimer create(ChatTimer timer) {
        return commit(() -> timers.create(account.tenantId(), List.of(timer))).getFirst();
    }

    void connect(String platform) {
        connect(platform, "novaplays");
    }

    void connect(String platform, String channel) {
        tell(() -> bot.connected(account.tenantId(), platform(platform), channel, null, null, now));
    }

    void live(String platform, boolean live) {
        Platform on = platform(platform);
        tell(() -> live ? bot.online(account.tenantId(), on, now, now) : bot.offline(account.tenantId(), on, now));
    }

    private static Platform platform(String label) {
        return Platform.of(label).orElseThrow();
    }

    private void tell(Supplier<Outcome<BotState>> change) {
        commit(() -> {
            Outcome<BotState> told = change.get();
            return told.and(timers.live(account.tenantId(), told.value().isLive()));
        });
    }

    private <T> T commit(Supplier<Outcome<T>> decide) {
        return services.outbox().commit(account.tenantId(), null, decide);
    }

    /// Goes on to a time, handling each message when it comes.
    void runTo(Instant end) {
        List<ClockedQueue.Message> later = new ArrayList<>();
        for (ClockedQueue.Message next = poll(); next != null; next = poll()) {
            if (next.due().isAfter(end)) {
                later.add(next);
                break;
            }
            advanceTo(next.due());
            handle(next);
        }
        later.forEach(message -> putBack(message, message.due()));
        advanceTo(end);
    }
}
