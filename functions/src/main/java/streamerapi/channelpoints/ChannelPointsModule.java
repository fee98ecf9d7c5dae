package streamerapi.channelpoints;

import streamerapi.effects.EffectTransport;
import streamerapi.effects.Effects;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;

import java.util.List;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Scope.CHANNEL_POINTS_MANAGE;

/// Channel point redemptions (spec "Channel points", contract "REST").
public final class ChannelPointsModule implements Module {

    private static final Answer<Redemption.Resolved> RESOLVED =
            Answer.success("redemption", Redemption.Resolved.SCHEMA);
    private static final Answer<Redemption.NotResolved> NOT_RESOLVED = Answer.refusal(ErrorCode.UNAVAILABLE);
    private static final Answer<Redemption.ResolvedBefore> RESOLVED_BEFORE = Answer.refusal(ErrorCode.ALREADY_RESOLVED);
    private static final Answer<Redemption.NotThere> NOT_THERE = Answer.refusal(ErrorCode.NOT_FOUND);

    private static final String ASKED = " The service asks the platform to do it. If the platform refuses, the answer"
            + " is 503, and nothing changes. If the platform does not answer, the answer is 503 too, and the service"
            + " asks again, up to eight times within 17 hours; the same request sent again asks at once. While one"
            + " request waits for the platform, others are refused with `already_resolved`.";

    private final Redemptions redemptions;

    /// @param platforms the way to the platforms
    public ChannelPointsModule(Services services, EffectTransport platforms) {
        this.redemptions = redemptions(services, platforms);
    }

    /// The redemptions, for every function that resolves them.
    ///
    /// @param platforms the way to the platforms
    public static Redemptions redemptions(Services services, EffectTransport platforms) {
        Effects effects =
                new Effects(services.table(), platforms, services.work(), services.effectRetries(), services.clock());
        return new Redemptions(services.table(), effects, services.clock());
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                resolving("fulfill", "fulfillRedemption", "Fulfill a redemption")
                        .doc("The viewer's points stay spent." + ASKED)
                        .handles(call -> resolve(call, Redemption.Resolution.FULFILL)),
                resolving("cancel", "cancelRedemption", "Cancel a redemption")
                        .doc("The viewer gets the points back." + ASKED)
                        .handles(call -> resolve(call, Redemption.Resolution.CANCEL)));
    }

    private static Endpoint.Draft<Void, Redemption.Attempt> resolving(String how, String operationId, String summary) {
        return Endpoint.post("/channel-points/redemptions/{redemptionId}/" + how, operationId, summary)
                .scope(CHANNEL_POINTS_MANAGE)
                .dashboard(MODERATOR)
                .answers(Answer.either(
                        ChannelPointsModule::answer, List.of(RESOLVED, NOT_RESOLVED, RESOLVED_BEFORE, NOT_THERE)))
                .refuses(ErrorCode.REWARD_NOT_MANAGED, ErrorCode.ALREADY_RESOLVED);
    }

    private static Answer<? extends Redemption.Attempt> answer(Redemption.Attempt attempt) {
        return switch (attempt) {
            case Redemption.Resolved resolved -> RESOLVED;
            case Redemption.NotResolved notResolved -> NOT_RESOLVED;
            case Redemption.ResolvedBefore resolvedBefore -> RESOLVED_BEFORE;
            case Redemption.NotThere notThere -> NOT_THERE;
        };
    }

    private Outcome<Redemption.Attempt> resolve(AuthorizedCall<?> call, Redemption.Resolution to) {
        return redemptions.resolve(call.tenantId(), call.path("redemptionId"), to);
    }
}
