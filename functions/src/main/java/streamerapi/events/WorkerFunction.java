package streamerapi.events;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.utils.Lazy;
import streamerapi.effects.EffectMessage;
import streamerapi.hooks.ReceivedMessage;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.QueueFunction;
import streamerapi.shared.lambda.ServiceMetrics;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.FurtherMessages;
import streamerapi.speech.Renders;
import streamerapi.webhooks.Attempts;
import streamerapi.webhooks.DeliveryMessage;
import streamerapi.webhooks.FirstAttempts;
import streamerapi.webhooks.FirstMessage;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The work queue's worker: handles messages that are due now. Its messages are deliveries to webhook endpoints, tips'
/// audio, and the tasks of [FollowUpTasks].
///
/// Each part is made when its first message comes, so that a copy which starts for a delivery loads no more than that.
public final class WorkerFunction extends QueueFunction {

    /// The lane of the messages that ask for audio: a copy makes one at a time, so that all copies together ask Polly
    /// for no more than it takes.
    private static final Lane SPEECH = new Lane("speech", false);

    /// The source of the event that begins with the archive.
    private static final String ARCHIVE = "archive";

    private static final Duration LATE = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final FurtherMessages further;
    private final Lazy<Attempts> attempts;
    private final Lazy<FirstAttempts> firstAttempts;
    private final Lazy<Renders> renders;
    private final Lazy<FollowUpTasks> tasks;
    private final Lazy<Archiving> archiving;

    public WorkerFunction() {
        this(Environment.ofProcess());
    }

    public WorkerFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.clock = services.clock();
        this.further = new FurtherMessages(services.workQueue());
        this.attempts = new Lazy<>(() -> new Attempts(services));
        this.firstAttempts = new Lazy<>(() -> new FirstAttempts(services, attempts.getValue()));
        this.renders = new Lazy<>(() -> new Renders(services));
        this.tasks = new Lazy<>(() -> new FollowUpTasks(services));
        this.archiving = new Lazy<>(() -> new Archiving(services));
    }

    /// A schedule's event: looks for deliveries whose messages were lost, or for accounts that have grown large.
    @Override
    protected void handleScheduled(Map<String, @Nullable Object> event) {
        if (ARCHIVE.equals(event.get("source"))) {
            archiving.getValue().begin();
        } else {
            attempts.getValue().sendLost();
        }
    }

    /// A receiver may take 10 seconds, another party 5, in which the work for all others goes on.
    @Override
    protected FurtherMessages further() {
        return further;
    }

    /// The lines of a chatter are taken one after the other.
    @Override
    protected @Nullable Lane lane(Queued message) {
        String group = message.group();
        if (group == null) {
            return null;
        }
        return Renders.isGroup(group) ? SPEECH : ReceivedMessage.isOfChat(group) ? new Lane(group, true) : null;
    }

    @Override
    protected List<Queued> ordered(List<Queued> lane) {
        return lane.stream()
                .sorted(Comparator.comparing(message -> ReceivedMessage.timeOf(message.body())))
                .toList();
    }

    @Override
    protected void handle(Queued message) {
        Map<String, @Nullable Object> fields = Json.asObject(Json.read(message.body()));
        noteIfLate(fields, message.sent());
        if (fields.containsKey(DeliveryMessage.TASK)) {
            attempts.getValue().handle(Json.asObject(fields.get(DeliveryMessage.TASK)));
        } else if (fields.containsKey(FirstMessage.TASK)) {
            firstAttempts.getValue().handle(Json.asObject(fields.get(FirstMessage.TASK)));
        } else if (fields.containsKey(Attempts.SWEEP)) {
            attempts.getValue().sweep(Json.asObject(fields.get(Attempts.SWEEP)));
        } else if (fields.containsKey(Renders.TASK)) {
            renders.getValue().handle(Json.asObject(fields.get(Renders.TASK)));
        } else {
            tasks.getValue().handle(fields);
        }
    }

    /// Counts messages that are handled too late. The age of the queue's oldest message does not tell it: most messages
    /// that are old wait for their time, and it leaves out those that came several times.
    ///
    /// @param fields of the message. `due`, if there is one, stands among them or in the only one
    /// @param sent   when the message was sent. One of a receiver or for an effect that says no time is due then
    private void noteIfLate(Map<String, @Nullable Object> fields, @Nullable Instant sent) {
        Instant due = due(fields, sent);
        if (due != null && clock.instant().minus(LATE).isAfter(due)) {
            ServiceMetrics.LATE.one();
        }
    }

    /// When a message was due, or null if nothing says it.
    private static @Nullable Instant due(Map<String, @Nullable Object> fields, @Nullable Instant sent) {
        Object only = fields.size() == 1 ? fields.values().iterator().next() : fields;
        if (Json.asObject(only).get("due") instanceof BigDecimal millis) {
            return Instant.ofEpochMilli(millis.longValue());
        }
        return fields.containsKey(ReceivedMessage.TASK) || fields.containsKey(EffectMessage.TASK) ? sent : null;
    }
}
