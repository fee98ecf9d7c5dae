package streamerapi.events;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.utils.Lazy;
import streamerapi.effects.EffectMessage;
import streamerapi.hooks.ReceivedMessage;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.QueueFunction;
import streamerapi.shared.lambda.ServiceMetrics;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.log.LogContext;
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
import java.util.LinkedHashMap;
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
    protected @Nullable Lane lane(Message message) {
        String group = message.group();
        if (group == null) {
            return null;
        }
        return Renders.isGroup(group) ? SPEECH : ReceivedMessage.isOfChat(group) ? new Lane(group, true) : null;
    }

    @Override
    protected List<Message> ordered(List<Message> lane) {
        return lane.stream()
                .sorted(Comparator.comparing(message -> ReceivedMessage.timeOf(message.body())))
                .toList();
    }

    @Override
    protected void describe(LogLine line, Message message) {
        Names.describe(line, message.body());
    }

    @Override
    protected void handle(Message message) {
        Map<String, @Nullable Object> fields = Json.asObject(Json.read(message.body()));
        Names.setAccount(fields);
        noteIfLate(fields, message.sent());
        Map<String, @Nullable Object> inner = Names.within(fields);
        switch (Names.task(fields)) {
            case DeliveryMessage.TASK -> attempts.getValue().handle(inner);
            case FirstMessage.TASK -> firstAttempts.getValue().handle(inner);
            case Attempts.SWEEP -> attempts.getValue().sweep(inner);
            case Renders.TASK -> renders.getValue().handle(inner);
            default -> tasks.getValue().handle(fields);
        }
    }

    /// Counts messages that are handled too late. The age of the queue's oldest message does not tell it: most messages
    /// that are old wait for their time, and it leaves out those that came several times.
    ///
    /// @param fields of the message. `due`, if there is one, stands in the only one
    /// @param sent   when the message was sent. One of a receiver or for an effect that says no time is due then
    private void noteIfLate(Map<String, @Nullable Object> fields, @Nullable Instant sent) {
        Instant due = due(fields, sent);
        Instant now = clock.instant();
        if (due != null && now.minus(LATE).isAfter(due)) {
            ServiceMetrics.LATE.one();
            LogLine.of("late")
                    .with("task", Names.task(fields))
                    .with("late_s", Duration.between(due, now).toSeconds())
                    .write();
        }
    }

    /// When a message was due, or null if nothing says it.
    private static @Nullable Instant due(Map<String, @Nullable Object> fields, @Nullable Instant sent) {
        if (Names.within(fields).get("due") instanceof BigDecimal millis) {
            return Instant.ofEpochMilli(millis.longValue());
        }
        return fields.containsKey(ReceivedMessage.TASK) || fields.containsKey(EffectMessage.TASK) ? sent : null;
    }

    /// The names of the work queue's messages in the log: of which account they are, what they ask for, and of what.
    private static final class Names {

        private static final String TENANT_ID = "tenant_id";

        /// The fields of messages that are ids. All others can hold what people wrote.
        private static final List<String> IDS =
                List.of("event_id", "event_type", "endpoint_id", "order_id", "subject", "provider", "paid");

        private Names() {}

        /// Has all further lines of this thread name the account of a message, those of calls to other parties too: one
        /// invocation handles messages of many accounts.
        ///
        /// @param fields of the message
        static void setAccount(Map<String, @Nullable Object> fields) {
            if (within(fields).get(TENANT_ID) instanceof String tenantId) {
                Map<String, Object> named = new LinkedHashMap<>(LogContext.fields());
                named.put(TENANT_ID, tenantId);
                LogContext.set(named);
            }
        }

        /// The work that a message asks for: its only field.
        static String task(Map<String, @Nullable Object> fields) {
            return fields.size() == 1 ? fields.keySet().iterator().next() : "unknown";
        }

        /// Adds what a message asks for, and the ids in it.
        ///
        /// @param body of the message, which may be anything
        static void describe(LogLine line, String body) {
            Map<String, @Nullable Object> fields;
            try {
                fields = Json.asObject(Json.read(body));
            } catch (RuntimeException unreadable) {
                return;
            }
            line.with("task", task(fields));
            Map<String, @Nullable Object> inner = within(fields);
            for (String id : IDS) {
                if (inner.get(id) instanceof String text) {
                    line.with(id, text);
                }
            }
            if (inner.get("event") instanceof Map<?, ?> event && event.get("id") instanceof String id) {
                line.with("event_id", id);
            }
        }

        /// The fields within the only field.
        private static Map<String, @Nullable Object> within(Map<String, @Nullable Object> fields) {
            Object only = fields.size() == 1 ? fields.values().iterator().next() : null;
            return only instanceof Map<?, ?> ? Json.asObject(only) : Map.of();
        }
    }
}
