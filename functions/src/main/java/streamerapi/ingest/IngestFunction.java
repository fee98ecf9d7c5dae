package streamerapi.ingest;

import org.jspecify.annotations.Nullable;
import streamerapi.alerts.Alerts;
import streamerapi.bot.ChatSender;
import streamerapi.channelpoints.RedemptionIngest;
import streamerapi.channelpoints.RewardActions;
import streamerapi.chat.ChatFunction;
import streamerapi.checkouts.PaymentFact;
import streamerapi.connections.ProviderConnections;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.connectors.IngestTypes;
import streamerapi.counters.Counters;
import streamerapi.media.MediaIntake;
import streamerapi.media.MediaQueue;
import streamerapi.media.VideoSites;
import streamerapi.platforms.PlatformFunction;
import streamerapi.platforms.Platforms;
import streamerapi.rewards.SubRewards;
import streamerapi.shared.http.Api;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.LogLine;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Table;
import streamerapi.tips.PaymentIntake;
import streamerapi.tips.Payments;
import streamerapi.tips.ReviewModule;
import streamerapi.tips.TipIntake;
import streamerapi.tips.TipsModule;
import streamerapi.viewers.Credits;
import streamerapi.viewers.SignIns;

/// Answers `/ingest`, to which connectors send what happens on the platforms and at the payment processors.
public final class IngestFunction extends PlatformFunction {

    public IngestFunction() {
        this(Environment.ofProcess());
    }

    public IngestFunction(Environment environment) {
        super(environment, IngestFunction::api);
    }

    private static Api api(Services services, Platforms platforms) {
        PaymentIntake payments = intake(services, ReviewModule.payments(services, platforms.transport()));
        return new IngestApi(
                        new ConnectorSecrets(services.table(), services.secrets(), services.clock()),
                        new Inbox(
                                services.table(),
                                services.outbox(),
                                types(services, platforms, payments),
                                services.clock()),
                        services.clock(),
                        services.environment().orElse("HEADER_PREFIX", "Service-"))
                .api();
    }

    /// The inbox of the platforms' and processors' own events, which come by the work queue.
    public static PlatformInbox platformInbox(Services services, Platforms platforms, Payments payments) {
        PaymentIntake intake = intake(services, payments);
        String authUrl = services.environment().required("AUTH_URL");
        return new PlatformInbox(
                new Inbox(
                        services.table(),
                        services.outbox(),
                        intake.ofProcessors(types(services, platforms, intake)),
                        services.clock()),
                new KofiTips(services.table(), services.outbox(), TipsModule.intake(services), services.clock()),
                new ProviderConnections(services.table(), services.secrets()),
                platforms,
                connection -> ProviderConnections.webhookUrl(authUrl, connection.provider(), connection.id()),
                IngestFunction::log,
                services.clock());
    }

    /// Writes the line of what a processor told of a payment: it leads from the processor's name of the payment to the
    /// checkout, and says why there is no tip.
    private static void log(PaymentInbox.Told told, @Nullable Problem refusal) {
        PaymentFact fact = told.fact();
        LogLine.of("payment")
                .with("tenant_id", told.tenantId())
                .with("provider", told.provider().label())
                .with("source_event", told.id())
                .with("fact", fact.getClass().getSimpleName())
                .with("payment_id", fact.payment())
                .with("checkout", fact.checkout().orderId())
                .with("code", refusal == null ? null : refusal.code().label())
                .with("reason", refusal == null ? null : refusal.getMessage())
                .write();
    }

    /// The types of every package that takes messages, a line each.
    private static IngestTypes types(Services services, Platforms platforms, PaymentIntake payments) {
        Table table = services.table();
        Credits credits = new Credits(table, services.ids(), services.clock());
        TipIntake tips = TipsModule.intake(services);
        return payments.addedTo(IngestTypes.none())
                .and(new SignIns(table, services.clock()).types())
                .and(new Alerts(table, credits, services.ids()).types())
                .and(new SubRewards(table, tips, credits, services.clock()).types())
                .and(new RedemptionIngest(table, rewardActions(services, tips), services.clock()).types())
                .and(ChatFunction.ingest(services, new ChatSender(platforms.transport()))
                        .types());
    }

    private static PaymentIntake intake(Services services, Payments payments) {
        return new PaymentIntake(
                services.table(), payments.intake(), payments.held(), payments.refunds(), services.clock());
    }

    private static RewardActions rewardActions(Services services, TipIntake tips) {
        return new RewardActions(
                tips,
                new MediaIntake(sites(services), services.clock()),
                new MediaQueue(services.table(), services.ids(), services.clock()),
                new Counters(services.table(), services.clock()),
                services.ids(),
                services.clock());
    }

    private static VideoSites sites(Services services) {
        return new VideoSites(services.environment().required("VIDEO_SITES_URL"));
    }
}
