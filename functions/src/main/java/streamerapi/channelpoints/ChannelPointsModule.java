package streamerapi.channelpoints;

import streamerapi.connectors.Connectors;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.FollowUp;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;

import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Scope.CHANNEL_POINTS_MANAGE;

/// Channel point redemptions (spec "Channel points", contract "REST").
public final class ChannelPointsModule implements Module {

    private final Redemptions redemptions;

    public ChannelPointsModule(Services services, Connectors connectors) {
        this.redemptions = new Redemptions(services.table(), connectors, services.clock());
    }

    /// A redemption is resolved by itself, or by the review of the tip that it asked for.
    public static Map<EventType, FollowUp> followUps(Services services, Connectors connectors) {
        Redemptions redemptions = new Redemptions(services.table(), connectors, services.clock());
        return Map.of(
                EventType.ALPHA_CHANNEL_POINT_REDEMPTION,
                event -> redemptions.resolveAsMeant(event.tenantId(), event.text("redemption_id")),
                EventType.TIP_REVIEWED,
                event -> redemptions.resolveByReview(
                        event.tenantId(),
                        event.text("order_id"),
                        event.text("decision").equals("approved")));
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                resolving("fulfill", "fulfillRedemption", "Fulfill a redemption")
                        .doc("The viewer's points stay spent. The platform is asked to do it, once; if it does not,"
                                + " the answer is 503, and nothing has changed.")
                        .handles(call -> resolve(call, Redemption.Resolution.FULFILL)),
                resolving("cancel", "cancelRedemption", "Cancel a redemption")
                        .doc("The viewer gets the points back. The platform is asked to do it, once; if it does not,"
                                + " the answer is 503, and nothing has changed.")
                        .handles(call -> resolve(call, Redemption.Resolution.CANCEL)));
    }

    private static Endpoint.Draft<Void, Redemption.Resolved> resolving(String how, String operationId, String summary) {
        return Endpoint.post("/channel-points/redemptions/{redemptionId}/" + how, operationId, summary)
                .scope(CHANNEL_POINTS_MANAGE)
                .dashboard(MODERATOR)
                .answers(Answer.success("redemption", Redemption.Resolved.SCHEMA))
                .refuses(ErrorCode.REWARD_NOT_MANAGED, ErrorCode.ALREADY_RESOLVED);
    }

    private Outcome<Redemption.Resolved> resolve(AuthorizedCall<?> call, Redemption.Resolution to) {
        return Outcome.of(redemptions.resolve(call.tenantId(), call.path("redemptionId"), to, call.requestId()));
    }
}
