package streamerapi.channelpoints;

import org.jspecify.annotations.Nullable;
import streamerapi.effects.EffectHandler;
import streamerapi.effects.Effects;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.effects.EffectRow;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.warnings.KeptCode;
import streamerapi.warnings.KeptWarnings;
import streamerapi.warnings.KeptWarnings.KeptWarning;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// Redemptions, resolved at the platform (spec "Channel points").
///
/// A redemption is resolved by an effect about it: of many callers that resolve one at once, one asks the platform. The
/// redemption changes once the platform has said that it did it.
public final class Redemptions implements EffectHandler {

    private final Table table;
    private final Effects effects;
    private final InstantSource clock;

    public Redemptions(Table table, Effects effects, InstantSource clock) {
        this.table = table;
        this.effects = effects;
        this.clock = clock;
    }

    /// Resolves a redemption at the platform, and then here.
    ///
    /// @throws Problem `not_found`, `reward_not_managed`, or `already_resolved` if it is resolved, or is being resolved
    Outcome<Redemption.Attempt> resolve(String tenantId, String redemptionId, Redemption.Resolution to) {
        Key key = PeopleKeys.redemption(tenantId, redemptionId);
        Key underWay = EffectKeys.effect(tenantId, Redemption.subject(redemptionId));
        Map<Key, Row> rows = table.getAll(key, underWay);
        if (!rows.containsKey(key)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        Redemption redemption = Redemption.of(rows.get(key));
        if (!redemption.isManaged()) {
            throw Problem.of(ErrorCode.REWARD_NOT_MANAGED);
        }
        if (!redemption.isOpen()) {
            throw Problem.of(ErrorCode.ALREADY_RESOLVED);
        }
        Redemption.Attempt unknown = new Redemption.NotResolved();
        Row waiting = rows.get(underWay);
        if (waiting != null) {
            return effects.joined(
                    joinable(new EffectRow(waiting), to),
                    unknown,
                    result -> settledAgain(tenantId, redemptionId, to, result));
        }
        Effect effect = redemption.effect(to).atOnce();
        return Outcome.of(unknown)
                .asking(effect)
                .then(effects.awaited(tenantId, effect, result -> settled(tenantId, redemptionId, to, result)));
    }

    /// An effect that waits for its next attempt, and asks for the same.
    ///
    /// @throws Problem `already_resolved` if it is being carried out, or asks for something else
    private EffectRow joinable(EffectRow waiting, Redemption.Resolution to) {
        Instant leased = waiting.leasedUntil();
        boolean isLeased = leased != null && leased.isAfter(clock.instant());
        if (isLeased || waiting.effect().action() != to.action()) {
            throw Problem.of(ErrorCode.ALREADY_RESOLVED);
        }
        return waiting;
    }

    private Outcome<Redemption.Attempt> settled(
            String tenantId, String redemptionId, Redemption.Resolution to, EffectResult result) {
        return switch (result) {
            case EffectResult.Done done ->
                closed(tenantId, redemptionId, to, new Redemption.Resolved(redemptionId, to.status()));
            case EffectResult.Refused refused -> refused(tenantId, redemptionId, to, refused.cause());
            case EffectResult.Unknown unknown -> Outcome.of(new Redemption.NotResolved());
            case EffectResult.GivenUp givenUp -> Outcome.of(new Redemption.NotResolved());
        };
    }

    /// The outcome of another attempt after one whose result was unknown: if the redemption already has the status that
    /// was asked for, the first attempt has resolved it.
    private Outcome<Redemption.Attempt> settledAgain(
            String tenantId, String redemptionId, Redemption.Resolution to, EffectResult result) {
        return result instanceof EffectResult.Refused refused && refused.cause() == EffectResult.Cause.DONE_BEFORE
                ? closed(tenantId, redemptionId, to, new Redemption.Resolved(redemptionId, to.status()))
                : settled(tenantId, redemptionId, to, result);
    }

    private static Outcome<Redemption.Attempt> refused(
            String tenantId, String redemptionId, Redemption.Resolution to, EffectResult.Cause cause) {
        return switch (cause) {
            case DONE_BEFORE -> closed(tenantId, redemptionId, to, new Redemption.ResolvedBefore());
            case DONE_OTHERWISE -> closed(tenantId, redemptionId, to.other(), new Redemption.ResolvedBefore());
            case DECIDED -> Outcome.of(new Redemption.ResolvedBefore());
            case NOT_FOUND -> Outcome.of(new Redemption.NotThere());
            case OTHER -> Outcome.of(new Redemption.NotResolved());
        };
    }

    private static Outcome<Redemption.Attempt> closed(
            String tenantId, String redemptionId, Redemption.Resolution as, Redemption.Attempt attempt) {
        return Outcome.of(attempt)
                .writing(Write.update(PeopleKeys.redemption(tenantId, redemptionId))
                        .set(Redemption.STATUS, as.status())
                        .when(Condition.rowExists())
                        .orElse(gone -> Problem.of(ErrorCode.NOT_FOUND)));
    }

    /// Resolves the redemption that a tip came of, when a moderator has decided about the tip: fulfilled if it was let
    /// in, else cancelled.
    public Outcome<?> resolveByReview(String tenantId, String orderId, boolean isApproved) {
        Row pointer = table.get(PeopleKeys.redemptionOfTip(tenantId, orderId));
        Redemption redemption = pointer == null ? null : find(tenantId, pointer.get(Redemption.REDEMPTION_ID));
        if (redemption == null || !redemption.isManaged() || !redemption.isOpen()) {
            return Outcome.empty();
        }
        Effect effect = redemption.effect(isApproved ? Redemption.Resolution.FULFILL : Redemption.Resolution.CANCEL);
        return effects.find(tenantId, effect.subject()) == null
                ? Outcome.empty().asking(effect)
                : Outcome.empty();
    }

    @Override
    public boolean isOpen(String tenantId, Effect effect) {
        Redemption redemption = find(tenantId, Redemption.idOf(effect));
        return redemption != null && redemption.isOpen();
    }

    @Override
    public Outcome<?> settle(String tenantId, Effect effect, EffectResult result) {
        if (!isOpen(tenantId, effect)) {
            return Outcome.empty();
        }
        Redemption.Resolution to = Redemption.Resolution.of(effect.action());
        Outcome<?> settled = settled(tenantId, Redemption.idOf(effect), to, result);
        return staysOpen(result) ? settled.writing(warning(tenantId, to)) : settled;
    }

    /// Whether the platform will not resolve the redemption any more, of which no caller is told.
    private static boolean staysOpen(EffectResult result) {
        return switch (result) {
            case EffectResult.GivenUp givenUp -> true;
            case EffectResult.Refused refused -> refused.cause() == EffectResult.Cause.OTHER;
            case EffectResult.Done done -> false;
            case EffectResult.Unknown unknown -> false;
        };
    }

    private Write warning(String tenantId, Redemption.Resolution to) {
        String platform = Platform.ALPHA.title();
        String message = to == Redemption.Resolution.CANCEL
                ? platform + " did not give a viewer's channel points back. Give them back in its list of redemptions."
                : platform + " did not mark a redemption as fulfilled. It is still in its list of redemptions.";
        return KeptWarnings.kept(
                tenantId, new KeptWarning(KeptCode.REDEMPTION_STAYS_OPEN, message), "", clock.instant());
    }

    private @Nullable Redemption find(String tenantId, String redemptionId) {
        Row row = table.get(PeopleKeys.redemption(tenantId, redemptionId));
        return row == null ? null : Redemption.of(row);
    }
}
