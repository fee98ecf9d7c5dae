package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.utils.Lazy;
import streamerapi.bot.BotPresence;
import streamerapi.bot.ChatSender;
import streamerapi.commands.CustomCommands;
import streamerapi.counters.Counters;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.media.MediaIntake;
import streamerapi.media.MediaQueue;
import streamerapi.media.VideoSites;
import streamerapi.overlays.OverlayPresence;
import streamerapi.overlays.TipGoals;
import streamerapi.platforms.PlatformFunction;
import streamerapi.realtime.Broadcast;
import streamerapi.realtime.Connections;
import streamerapi.realtime.OverlayChat;
import streamerapi.realtime.Sockets;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.SecretParameter;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Host;
import streamerapi.templates.TemplateVariables;
import streamerapi.templates.TipFacts;
import streamerapi.timers.ChatTimers;
import streamerapi.timers.DuePosts;
import streamerapi.timers.LineCount;
import streamerapi.timers.TimerPosts;
import streamerapi.tts.TtsQueue;

import java.net.URI;
import java.time.InstantSource;

/// Answers `/v1/bot` and `/v1/chat`.
public final class ChatFunction extends PlatformFunction {

    public ChatFunction() {
        this(Environment.ofProcess());
    }

    public ChatFunction(Environment environment) {
        super(
                environment,
                (services, platforms) -> Endpoint.rest(
                        module(services, new ChatSender(platforms.transport())).endpoints()));
    }

    /// The group's endpoints, with what they need of the deployment.
    public static ChatModule module(Services services, ChatSender sender) {
        return new ChatModule(services, sender, services.environment().orElse("BOT_LOGIN", "streamer_api_bot"));
    }

    /// The handler of connectors' messages about chat.
    public static ChatIngest ingest(Services services, ChatSender sender) {
        Environment environment = services.environment();
        Table table = services.table();
        Ids ids = services.ids();
        InstantSource clock = services.clock();
        Counters counters = new Counters(table, clock);
        TemplateVariables variables = variables(services);
        BuiltIns builtIns = new BuiltIns(
                table,
                new CustomCommands(table, ids, clock),
                new TtsQueue(table, ids, clock),
                new MediaQueue(table, ids, clock),
                new MediaIntake(new VideoSites(environment.required("VIDEO_SITES_URL")), clock),
                counters,
                ids);
        DelayQueue workQueue = services.work();
        LineCount count = new LineCount(table, clock, new DuePosts(table, workQueue, clock)::wake);
        OverlayChat overlays = new OverlayChat(table, new Lazy<>(() -> broadcast(services, workQueue))::getValue);
        ChatBox box = new ChatBox(table, count, overlays, clock);
        ChatLines lines = new ChatLines(
                table,
                new CommandRuns(table, variables),
                builtIns,
                new AiAnswers(
                        ai(services),
                        table,
                        services.outbox(),
                        services.warnings(),
                        clock,
                        Long.parseLong(environment.orElse("AI_CALLS_LIMIT", "3000"))),
                sender,
                count,
                box,
                clock);
        return new ChatIngest(lines, box, new BotPresence(table), new ChatTimers(table, ids, clock, Host::random));
    }

    /// The sender of timers that are due.
    public static TimerPosts timerPosts(Services services, ChatSender sender) {
        Table table = services.table();
        InstantSource clock = services.clock();
        return new TimerPosts(
                new ChatTimers(table, services.ids(), clock, Host::random),
                table,
                services.outbox(),
                variables(services),
                sender,
                clock,
                Host::random);
    }

    private static Broadcast broadcast(Services services, DelayQueue workQueue) {
        OverlayPresence presence =
                new OverlayPresence(services.table(), services.outbox(), workQueue, services.clock());
        return new Broadcast(
                new Sockets(services.table(), services.outbox(), presence, services.clock()),
                new Connections(
                        services.clients().connections(services.environment().required("CONNECTIONS_URL"))),
                services.clock());
    }

    private static TemplateVariables variables(Services services) {
        Table table = services.table();
        InstantSource clock = services.clock();
        TipFacts tips = new TipFacts(table, new TipGoals(table, services.ids(), clock), new Leaderboard(table, clock));
        return new TemplateVariables(new Counters(table, clock), tips, Host::random);
    }

    private static @Nullable AiText ai(Services services) {
        String address = services.environment().orElse("AI_URL", "");
        return address.isEmpty() ? null : new HttpAiText(URI.create(address), token(services));
    }

    private static HttpAiText.@Nullable Token token(Services services) {
        String name = services.environment().orElse("AI_TOKEN_PARAMETER", "");
        String token = services.environment().orElse("AI_TOKEN", "");
        if (name.isEmpty()) {
            return token.isEmpty() ? null : () -> token;
        }
        return new SecretParameter(services.clients(), services.environment(), name)::value;
    }
}
