package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotPresence;
import streamerapi.bot.ChatSender;
import streamerapi.channelpoints.ChannelPointsModule;
import streamerapi.channelpoints.Redemptions;
import streamerapi.chat.ChatFunction;
import streamerapi.connections.ProviderConnections;
import streamerapi.effects.EffectHandler;
import streamerapi.effects.EffectMessage;
import streamerapi.effects.EffectQueue;
import streamerapi.effects.Effects;
import streamerapi.erasure.ErasureSweep;
import streamerapi.hooks.ReceivedMessage;
import streamerapi.ingest.IngestFunction;
import streamerapi.ingest.PlatformInbox;
import streamerapi.library.LibraryStore;
import streamerapi.media.AbandonedMedia;
import streamerapi.media.MediaQueue;
import streamerapi.money.Reconciliation;
import streamerapi.money.Reconciliations;
import streamerapi.oauth.Authorizations;
import streamerapi.oauth.ConnectedApps;
import streamerapi.overlays.OverlayPresence;
import streamerapi.overlays.OverlaysModule;
import streamerapi.platforms.DueChecks;
import streamerapi.platforms.PlatformFunction;
import streamerapi.platforms.Platforms;
import streamerapi.queues.Archiver;
import streamerapi.queues.StaleClaims;
import streamerapi.realtime.Connections;
import streamerapi.realtime.Lifetime;
import streamerapi.realtime.Sockets;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.events.FollowedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.MessageHandler;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.tasks.Async;
import streamerapi.timers.DuePosts;
import streamerapi.timers.TimerPosts;
import streamerapi.tips.HeldTips;
import streamerapi.tips.Payments;
import streamerapi.tips.ReviewModule;
import streamerapi.tts.AbandonedTip;
import streamerapi.tts.TtsQueue;
import streamerapi.warnings.KeptWarnings;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/// The work that must follow an event, effects, timers' posts, and what time does to a socket or an overlay that lost
/// its last one.
///
/// The fan-out sends the event and the time, so nothing that an event asks for can be lost. A message that comes before
/// its time, because SQS holds none back for longer than 15 minutes, is sent on.
final class FollowUpTasks implements MessageHandler {

    /// The only field of the messages that ask for the next part of a sweep of cleared tips.
    private static final String CLEARED = "cleared_tips";

    private static final String TENANT_ID = "tenant_id";

    private final InstantSource clock;
    private final DelayQueue queue;
    private final TtsQueue tips;
    private final Map<FollowUp, Consumer<FollowedEvent>> followUps = new EnumMap<>(FollowUp.class);

    /// The handlers of messages, by the messages' only field.
    private final Map<String, Consumer<Map<String, @Nullable Object>>> tasks;

    FollowUpTasks(Services services) {
        this.clock = services.clock();
        this.queue = services.work();
        Platforms platforms = PlatformFunction.platforms(services);
        Payments payments = ReviewModule.payments(services, platforms.transport());
        Redemptions redemptions = ChannelPointsModule.redemptions(services, platforms.transport());
        this.tips = new TtsQueue(services.table(), services.ids(), clock);
        for (FollowUp followUp : FollowUp.values()) {
            followUps.put(followUp, work(followUp, services, payments.review(), redemptions));
        }
        this.tasks = tasks(services, platforms, payments, effects(services, platforms, payments, redemptions));
    }

    private Consumer<FollowedEvent> work(
            FollowUp followUp, Services services, HeldTips review, Redemptions redemptions) {
        return switch (followUp) {
            case STALE_TTS_CLAIM -> new StaleClaims(services.warnings(), "tts", "A tip", "tip", tips::claimStillHeld);
            case STALE_MEDIA_CLAIM ->
                new StaleClaims(
                        services.warnings(),
                        "media",
                        "A video",
                        "media",
                        new MediaQueue(services.table(), services.ids(), clock)::claimStillHeld);
            case CLEARED_TIPS -> event -> sweep(event.tenantId());
            case KEPT_WARNING -> new KeptWarnings(services.table(), services.clock())::keep;
            case EXPIRED_HOLD ->
                event -> services.outbox()
                        .commit(
                                event.tenantId(),
                                null,
                                () -> review.holdTimedOut(event.tenantId(), event.text("order_id")));
            case REVIEWED_REDEMPTION ->
                event -> services.outbox()
                        .commit(
                                event.tenantId(),
                                null,
                                () -> redemptions.resolveByReview(
                                        event.tenantId(),
                                        event.text("order_id"),
                                        event.text("decision").equals("approved")));
        };
    }

    private void sweep(String tenantId) {
        if (tips.sweep(tenantId)) {
            queue.send(
                    Json.writeText(Map.of(CLEARED, Map.of(TENANT_ID, tenantId))),
                    clock.instant(),
                    MessageGroups.of(tenantId, CLEARED));
        }
    }

    private EffectQueue effects(Services services, Platforms platforms, Payments payments, Redemptions redemptions) {
        Map<EffectAction, EffectHandler> handlers = new EnumMap<>(payments.handlers());
        handlers.put(EffectAction.FULFILL, redemptions);
        handlers.put(EffectAction.CANCEL, redemptions);
        Effects effects = new Effects(
                services.table(),
                (tenantId, effect) ->
                        logged(tenantId, effect, platforms.transport().carryOut(tenantId, effect)),
                queue,
                services.effectRetries(),
                clock);
        return new EffectQueue(services.table(), services.outbox(), effects, queue, clock, handlers);
    }

    /// The result of an attempt, which the log tells.
    private static EffectResult logged(String tenantId, Effect effect, EffectResult result) {
        LogLine.of("effect")
                .with("tenant_id", tenantId)
                .with("effect", effect.id())
                .with("result", result.getClass().getSimpleName())
                .write();
        return result;
    }

    private Map<String, Consumer<Map<String, @Nullable Object>>> tasks(
            Services services, Platforms platforms, Payments payments, EffectQueue effects) {
        Environment environment = services.environment();
        OverlayPresence overlays = new OverlayPresence(services.table(), services.outbox(), queue, clock);
        AbandonedTip tip = new AbandonedTip(services.table());
        AbandonedMedia items = new AbandonedMedia(services.table());
        OverlayPresence.Claims claims = (tenantId, overlayId, from, to) ->
                tip.release(tenantId, overlayId, from, to).and(items.release(tenantId, overlayId, from, to));
        Lifetime sockets = new Lifetime(
                new Sockets(services.table(), services.outbox(), overlays, clock),
                new Connections(services.clients().connections(environment.required("CONNECTIONS_URL"))),
                queue,
                clock);
        LibraryStore library =
                new LibraryStore(services, environment.required("LIBRARY_URL"), environment.required("AWS_REGION"));
        Authorizations authorizations = new Authorizations(services.credentials(), services.ids(), clock);
        ConnectedApps apps = new ConnectedApps(services.table(), authorizations, queue, clock);
        ErasureSweep erasures = new ErasureSweep(
                services.table(),
                queue,
                clock,
                library::delete,
                apps,
                tenantId -> OverlaysModule.reloading(services, tenantId));
        TimerPosts timers = ChatFunction.timerPosts(services, new ChatSender(platforms.transport()));
        DuePosts duePosts = new DuePosts(services.table(), queue, clock);
        LaterMessages later = new LaterMessages(services.table(), clock);
        WakeUp wakeUp =
                new WakeUp(environment.required("AUTH_URL"), Integer.parseInt(environment.required("WAKE_ON_STREAM")));
        PlatformInbox inbox = IngestFunction.platformInbox(services, platforms, payments);
        DueChecks checks = platforms.checks(environment.required("AUTH_URL"));
        Reconciliations books = new Reconciliations(
                services.table(),
                services.outbox(),
                new ProviderConnections(services.table(), services.secrets()),
                platforms.processors(),
                inbox.payments(),
                queue,
                clock);
        return Map.ofEntries(
                entry(FollowUpSchedule.TASK, this::follow),
                entry(Lifetime.TASK, sockets::goOn),
                entry(OverlayPresence.TASK, overlay -> overlays.settle(overlay, claims)),
                entry(ErasureSweep.TASK, erasures::goOn),
                entry(CLEARED, of -> sweep(Json.text(of, TENANT_ID))),
                entry(ConnectedApps.TASK, apps::goOn),
                entry(Archiver.TASK, new Archiving(services)::handle),
                entry(DuePosts.TASK, of -> duePosts.post(DuePosts.tenantOf(of), timers)),
                entry(EffectMessage.TASK, of -> effects.carryOut(EffectMessage.of(of))),
                entry(ReceivedMessage.TASK, of -> received(inbox, ReceivedMessage.of(of))),
                entry(DueChecks.TASK, of -> checks.goOn(of).ifPresent(books::begin)),
                entry(
                        Reconciliations.TASK,
                        of -> books.goOn(of, FollowUpTasks::unread).ifPresent(FollowUpTasks::reconciled)),
                entry(WakeUp.TASK, stream -> {
                    Optional<Async<@Nullable Void>> checked =
                            WakeUp.begun(stream).map(tenantId -> Async.start(() -> checks.streamBegins(tenantId)));
                    wakeUp.goOn(stream, services.table(), new BotPresence(services.table()), later, clock)
                            .ifPresent(awake ->
                                    LogLine.of("wake up").with("awake", awake).write());
                    checked.ifPresent(Async::join);
                }));
    }

    private static Map.Entry<String, Consumer<Map<String, @Nullable Object>>> entry(
            String task, Consumer<Map<String, @Nullable Object>> handler) {
        return Map.entry(task, handler);
    }

    /// A line of a processor's books that could not be read, which the log tells.
    private static void unread(Reconciliations.Unread unread) {
        LogLine.of("reconciliation unread")
                .with("tenant_id", unread.tenantId())
                .with("provider", unread.provider().label())
                .with("entry", unread.line())
                .write(unread.why());
    }

    /// A look through a processor's books that has ended, which the log tells.
    private static void reconciled(Reconciliation look) {
        LogLine.of("reconciliation")
                .with("tenant_id", look.tenantId())
                .with("provider", look.provider().label())
                .with("result", look.result().label())
                .with("pages", look.pages())
                .with("looked", look.looked())
                .with("unread", look.unread())
                .with("taken_in", look.foundInAll())
                .write();
    }

    /// Takes what a platform told. A refusal is told in the log alone: the message would be refused again.
    private static void received(PlatformInbox inbox, ReceivedMessage message) {
        inbox.take(message)
                .ifPresent(refusal -> LogLine.of("refused event")
                        .with("tenant_id", message.tenantId())
                        .with("provider", message.provider().label())
                        .with("code", refusal.code().label())
                        .with("reason", refusal.getMessage())
                        .write());
    }

    /// Does what a message asks for.
    ///
    /// @param fields of the message
    @Override
    public void handle(Map<String, @Nullable Object> fields) {
        fields.forEach(
                (task, of) -> Objects.requireNonNull(tasks.get(task), task).accept(Json.asObject(of)));
    }

    /// Does what follows an event, or sends the message on if that is not due yet.
    private void follow(Map<String, @Nullable Object> fields) {
        Instant due = due(fields);
        if (due.isAfter(clock.instant())) {
            queue.send(FollowUpSchedule.message(fields), due, MessageGroups.of(Json.text(fields, TENANT_ID)));
        } else {
            follow(FollowedEvent.of(Json.text(fields, TENANT_ID), Json.asObject(fields.get("event"))));
        }
    }

    private static Instant due(Map<String, @Nullable Object> fields) {
        return Instant.ofEpochMilli(((BigDecimal) Objects.requireNonNull(fields.get("due"), "due")).longValueExact());
    }

    /// @throws IllegalArgumentException if the type has no follow-up
    private void follow(FollowedEvent event) {
        FollowUp followUp = FollowUp.of(event.type())
                .orElseThrow(() -> new IllegalArgumentException(
                        "Nothing follows " + event.type().label()));
        Objects.requireNonNull(followUps.get(followUp)).accept(event);
    }
}
