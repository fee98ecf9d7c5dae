package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.OverlayPresence;
import streamerapi.realtime.Broadcast;
import streamerapi.realtime.Connections;
import streamerapi.realtime.Socket;
import streamerapi.realtime.Sockets;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LambdaFunction;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.Delay;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.queues.SqsBatch;
import streamerapi.shared.queues.SqsQueue;
import streamerapi.shared.storage.AllAccounts;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;
import streamerapi.shared.tasks.Host;
import streamerapi.speech.Renders;
import streamerapi.webhooks.FirstMessage;
import streamerapi.webhooks.WebhookEndpoint;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/// Hands committed events on: to the account's sockets at once, and to each subscribed webhook endpoint as a message.
/// Commands to overlays, and the news that a credential was revoked, come to sockets the same way.
///
/// The stream brings a batch again from the first record that failed on, so every event gets everywhere at least once.
/// Accounts and sockets are told beside each other, one socket's events in their order; and what fails of one account,
/// one socket, or one event's audio, follow-up or deliveries, keeps nothing else from being done.
public final class FanOutFunction extends LambdaFunction {

    /// How many sockets are sent to at the same time: as many connections are kept open. With more, most would begin
    /// with a handshake, which all of them together cannot end in the two seconds that a socket has.
    private static final int SOCKETS_AT_ONCE = 64;

    private final InstantSource clock;
    private final Table table;
    private final EventLog log;
    private final LaterMessages later;
    private final Broadcast broadcast;
    private final SqsQueue queue;
    private final boolean tipsAreHeard;

    public FanOutFunction() {
        this(Environment.ofProcess());
    }

    public FanOutFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.clock = services.clock();
        this.table = services.table();
        this.log = new EventLog(table);
        this.later = new LaterMessages(table, clock);
        this.queue = services.workQueue();
        this.tipsAreHeard = Renders.areMade(environment);
        OverlayPresence presence = new OverlayPresence(table, services.outbox(), services.work(), services.clock());
        this.broadcast = new Broadcast(
                new Sockets(table, services.outbox(), presence, services.clock()),
                new Connections(services.clients().connections(environment.required("CONNECTIONS_URL"))),
                services.clock());
    }

    /// Handles a batch of the stream; or the dead letter of one, with which the operator calls the function to hand on
    /// what the stream gave up.
    @Override
    protected byte[] handle(Map<String, @Nullable Object> event) {
        return event.get("DDBStreamBatchInfo") instanceof Map<?, ?> lost
                ? handOnAgain(Json.asObject(lost))
                : handOn(event);
    }

    /// Answers `{"events", "failed"}`: how many events were found, and the accounts of which not all was handed on.
    private byte[] handOnAgain(Map<String, @Nullable Object> lost) {
        Replay replay = new Replay(table, lost);
        AtomicInteger events = new AtomicInteger();
        Set<String> failed = new ConcurrentSkipListSet<>();
        try (ExecutorService posts = Host.threads(SOCKETS_AT_ONCE)) {
            AllAccounts.each(table, tenantId -> {
                if (!handOnAgain(tenantId, replay, events, posts)) {
                    failed.add(tenantId);
                }
            });
        }
        return Json.write(Map.of("events", events.get(), "failed", List.copyOf(failed)));
    }

    private boolean handOnAgain(String tenantId, Replay replay, AtomicInteger events, ExecutorService posts) {
        boolean isWhole = true;
        try {
            for (Batch batch : replay.batches(tenantId)) {
                events.addAndGet(batch.events().size());
                isWhole &= handOn(batch, posts);
            }
            return isWhole;
        } catch (RuntimeException unread) {
            LogLine.of("events").with("tenant_id", tenantId).write(unread);
            return false;
        }
    }

    private byte[] handOn(Map<String, @Nullable Object> event) {
        Batch.Contents contents = Batch.of(event);
        List<String> failed = new ArrayList<>(contents.unreadable());
        try (ExecutorService posts = Host.threads(SOCKETS_AT_ONCE)) {
            List<Async<Boolean>> handedOn = contents.batches().stream()
                    .map(batch -> Async.start(() -> handOn(batch, posts)))
                    .toList();
            for (int account = 0; account < handedOn.size(); account++) {
                if (!handedOn.get(account).join()) {
                    failed.add(contents.batches().get(account).first());
                }
            }
        }
        return Json.write(Map.of(
                "batchItemFailures",
                failed.stream().map(number -> Map.of("itemIdentifier", number)).toList()));
    }

    /// Hands on what there is of one account; tells whether all of it was done.
    ///
    /// The events get their places in the log before anything else: a client that has seen one can ask for what comes
    /// after it.
    ///
    /// @param posts send to sockets
    private boolean handOn(Batch batch, ExecutorService posts) {
        LogLine line = LogLine.of("events")
                .with("tenant_id", batch.tenantId())
                .with("events", batch.events().size())
                .with("revoked", batch.revoked().size())
                .with("commands", batch.commands().size());
        Faults faults = new Faults();
        faults.catching(() -> {
            List<LoggedEvent> events = batch.events().isEmpty() ? List.of() : log.put(batch.events());
            List<Row> subscribers = table.query(Query.of(Keys.account(batch.tenantId()), Keys.SUBSCRIBER));
            List<Socket> sockets = subscribers.stream()
                    .filter(Socket::isSocket)
                    .map(Socket::of)
                    .toList();
            line.with("sockets", sockets.size()).with("endpoints", subscribers.size() - sockets.size());
            List<Async<@Nullable Void>> told = sockets.stream()
                    .map(socket -> Async.start(posts, () -> faults.catching(() -> tell(socket, events, batch))))
                    .toList();
            enqueue(subscribers, events, batch.work(), faults);
            told.forEach(Async::join);
        });
        faults.write(line);
        return faults.isEmpty();
    }

    /// Tells a socket of what there is for it: nothing if its credential was revoked, also not what happened before.
    private void tell(Socket socket, List<LoggedEvent> events, Batch batch) {
        if (batch.revoked().stream().anyMatch(socket::isOf)) {
            broadcast.revoke(socket);
            return;
        }
        List<byte[]> commands = batch.commands().stream()
                .filter(command -> command.isTo(socket))
                .map(Batch.Command::frame)
                .toList();
        broadcast.tell(socket, events, commands);
    }

    /// Puts what is to be done for the events into the queue: tips' audio first, because a stream waits for it.
    private void enqueue(List<Row> subscribers, List<LoggedEvent> events, List<Batch.Work> work, Faults faults) {
        SqsBatch messages = new SqsBatch(queue);
        events.forEach(event -> faults.catching(() -> render(event, messages)));
        work.forEach(task -> faults.catching(() -> start(task, messages)));
        events.forEach(event -> faults.catching(() -> followUp(event, messages)));
        List<WebhookEndpoint> endpoints = subscribers.stream()
                .filter(row -> !Socket.isSocket(row))
                .map(WebhookEndpoint::new)
                .toList();
        events.forEach(event -> faults.catching(() -> deliver(event, endpoints, messages)));
        faults.catching(messages::send);
    }

    private static void deliver(LoggedEvent event, List<WebhookEndpoint> endpoints, SqsBatch messages) {
        FirstMessage.add(
                event,
                endpoints.stream()
                        .filter(endpoint -> endpoint.wants(event) && !isAbout(event, endpoint))
                        .toList(),
                messages);
    }

    /// Whether it warns of the endpoint itself: a failing endpoint would fail that too, and be given up by its
    /// warnings.
    private static boolean isAbout(LoggedEvent event, WebhookEndpoint endpoint) {
        return event.is(EventType.WARNING)
                && endpoint.id()
                        .equals(Json.asObject(
                                        Json.asObject(Json.read(event.body())).get("data"))
                                .get("endpoint_id"));
    }

    /// Each tip that entered the TTS queue is made audio of. So are, when an overlay comes online, those that wait
    /// without it: their address has ended, or another month has characters for them.
    private void render(LoggedEvent event, SqsBatch messages) {
        String message = tipsAreHeard && event.hasHappened() ? rendering(event) : null;
        if (message != null) {
            messages.add(message, Delay.NONE, Renders.group(event.tenantId()));
        }
    }

    private static @Nullable String rendering(LoggedEvent event) {
        if (event.is(EventType.TIP_CREATED)) {
            return Renders.message(event);
        }
        return event.is(EventType.OVERLAY_CONNECTED) ? Renders.ofWaiting(event.tenantId(), event.created()) : null;
    }

    private void start(Batch.Work task, SqsBatch messages) {
        Delay delay = task.due() == null ? Delay.NONE : Delay.until(task.due(), clock.instant());
        messages.add(task.message(), delay, task.group());
    }

    private void followUp(LoggedEvent event, SqsBatch messages) {
        Instant due = FollowUpSchedule.due(event);
        if (due != null && later.keeps(due)) {
            later.keep(event.tenantId(), event.id(), due, FollowUpSchedule.message(event, due));
        } else if (due != null) {
            messages.add(
                    FollowUpSchedule.message(event, due),
                    Delay.until(due, clock.instant()),
                    MessageGroups.of(event.tenantId()));
        }
    }
}
