package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.channelpoints.Redemptions;
import streamerapi.chat.ChatFunction;
import streamerapi.connectors.Connectors;
import streamerapi.erasure.ErasureSweep;
import streamerapi.media.AbandonedMedia;
import streamerapi.media.MediaFollowUps;
import streamerapi.media.MediaQueue;
import streamerapi.overlays.Attendance;
import streamerapi.realtime.Connections;
import streamerapi.realtime.Lifetime;
import streamerapi.realtime.Sockets;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.QueueFunction;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.lambda.WideLine;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.storage.Ids;
import streamerapi.timers.DuePosts;
import streamerapi.timers.TimerPosts;
import streamerapi.tips.Review;
import streamerapi.tips.ReviewModule;
import streamerapi.tts.AbandonedTip;
import streamerapi.tts.TtsFollowUps;
import streamerapi.tts.TtsQueue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/// Does what is due now: what must follow an event, timers' posts, and what time does to a socket or an overlay that
/// lost its last one.
///
/// The fan-out sends it the event and the time, so nothing that an event asks for can be lost. A message that comes
/// before its time, because SQS holds none back for longer than 15 minutes, is sent on.
public final class FollowUpFunction extends QueueFunction {

    private final InstantSource clock;
    private final DelayQueue followUps;
    private final TtsFollowUps tts;
    private final MediaFollowUps media;
    private final Attendance overlays;
    private final Redemptions redemptions;
    private final Attendance.Claims claims;
    private final Lifetime sockets;
    private final TimerPosts timers;
    private final Review review;
    private final Outbox outbox;
    private final Ids ids;
    private final ErasureSweep erasures;
    private final WakeUp wakeUp;

    public FollowUpFunction() {
        this(Environment.ofProcess());
    }

    public FollowUpFunction(Environment environment) {
        super(environment);
        Services services = new Services(environment);
        this.tts =
                new TtsFollowUps(new TtsQueue(services.table(), services.ids(), services.clock()), services.warnings());
        this.media = new MediaFollowUps(
                new MediaQueue(services.table(), services.ids(), services.clock()), services.warnings());
        this.timers = ChatFunction.timerPosts(services);
        this.review = ReviewModule.review(services);
        this.outbox = services.outbox();
        this.wakeUp =
                new WakeUp(environment.required("AUTH_URL"), Integer.parseInt(environment.required("WAKE_ON_STREAM")));
        this.ids = services.ids();
        this.clock = services.clock();
        this.redemptions = new Redemptions(
                services.table(),
                new Connectors(services.table(), services.clock(), environment::optional),
                services.clock());
        this.followUps =
                new DelayQueue(services.clients().sqs(), environment.required("FOLLOW_UP_QUEUE"), services.clock());
        this.erasures = new ErasureSweep(services.table(), followUps, services.clock());
        this.overlays = new Attendance(services.table(), services.outbox(), followUps, services.clock());
        AbandonedTip tip = new AbandonedTip(services.table());
        AbandonedMedia items = new AbandonedMedia(services.table());
        this.claims = (tenantId, overlayId, from, to) ->
                tip.release(tenantId, overlayId, from, to).and(items.release(tenantId, overlayId, from, to));
        this.sockets = new Lifetime(
                new Sockets(services.table(), services.outbox(), overlays, services.clock()),
                new Connections(services.clients().connections(environment.required("CONNECTIONS_URL"))),
                followUps,
                services.clock());
    }

    @Override
    protected void handle(String message) {
        Map<String, @Nullable Object> fields = Json.asObject(Json.read(message));
        String ofTimers = DuePosts.tenantOf(fields);
        if (ofTimers != null) {
            timers.post(ofTimers);
        } else if (fields.containsKey("socket")) {
            sockets.goOn(Json.asObject(fields.get("socket")));
        } else if (fields.containsKey("overlay")) {
            overlays.settle(Json.asObject(fields.get("overlay")), claims);
        } else if (message.equals(WakeUp.MESSAGE)) {
            WideLine.of("wake up").with("awake", wakeUp.call()).write();
        } else if (fields.containsKey("erasure")) {
            erasures.goOn(Json.asObject(fields.get("erasure")));
        } else if (due(fields).isAfter(clock.instant())) {
            followUps.send(message, due(fields));
        } else {
            follow((String) Objects.requireNonNull(fields.get("tenant_id")), Json.asObject(fields.get("event")));
        }
    }

    private static Instant due(Map<String, @Nullable Object> fields) {
        return Instant.ofEpochMilli(((BigDecimal) Objects.requireNonNull(fields.get("due"), "due")).longValueExact());
    }

    private void follow(String tenantId, Map<String, @Nullable Object> event) {
        Object type = event.get("type");
        if (EventType.QUEUE_MEDIA_STARTED.label().equals(type)) {
            media.afterStart(tenantId, event);
        } else if (EventType.ALPHA_CHANNEL_POINT_REDEMPTION.label().equals(type)) {
            Map<String, @Nullable Object> data = Json.asObject(event.get("data"));
            redemptions.resolveAsMeant(tenantId, (String) Objects.requireNonNull(data.get("redemption_id")));
        } else if (EventType.TIP_HELD.label().equals(type)) {
            Map<String, @Nullable Object> data = Json.asObject(event.get("data"));
            String orderId = (String) Objects.requireNonNull(data.get("order_id"));
            String by = ids.next("due");
            outbox.commit(tenantId, null, () -> review.holdTimedOut(tenantId, orderId, by));
        } else if (EventType.TIP_REVIEWED.label().equals(type)) {
            Map<String, @Nullable Object> data = Json.asObject(event.get("data"));
            redemptions.resolveByReview(
                    tenantId,
                    (String) Objects.requireNonNull(data.get("order_id")),
                    "approved".equals(data.get("decision")));
        } else {
            tts.after(tenantId, event);
        }
    }
}
