package streamerapi.channelpoints;

import streamerapi.connectors.Connector;
import streamerapi.connectors.Connectors;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Redemptions, resolved at the platform (spec "Channel points").
///
/// The platform is called before anything is changed here, so a call is claimed first: of many who want to resolve a
/// redemption at once one calls, and the others wait for what comes of it. A claim of a process that died ends by
/// itself.
public final class Redemptions {

    /// How long a claim lasts: as long as a call can take, and the writes before and after it.
    private static final Duration CLAIM = Connectors.TIMEOUT.plusSeconds(3);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final Table table;
    private final Connectors connectors;
    private final InstantSource clock;

    public Redemptions(Table table, Connectors connectors, InstantSource clock) {
        this.table = table;
        this.connectors = connectors;
        this.clock = clock;
    }

    /// Resolves a redemption at the platform, and then here.
    ///
    /// @param requestId of the request that asks: if it is decided again, it finds what it did itself
    /// @throws Problem `not_found`, `reward_not_managed`, `already_resolved`, or `unavailable` if the platform did not
    /// do it: nothing has changed then
    Redemption.Resolved resolve(String tenantId, String redemptionId, Redemption.Resolution to, String requestId) {
        Instant givesUp = clock.instant().plus(CLAIM);
        while (true) {
            Redemption redemption = find(tenantId, redemptionId);
            if (!redemption.isManaged()) {
                throw Problem.of(ErrorCode.REWARD_NOT_MANAGED);
            }
            if (!redemption.isOpen()) {
                return resolvedBefore(redemption, to, requestId);
            }
            Instant until = clock.instant().plus(CLAIM);
            if (claim(redemption, until)) {
                return call(tenantId, redemption, to, until, requestId);
            }
            if (clock.instant().isAfter(givesUp)) {
                throw Problem.of(ErrorCode.UNAVAILABLE);
            }
            pause();
        }
    }

    /// Resolves a redemption as the service meant to when it came in, if that is still to be done.
    ///
    /// @throws Problem `unavailable` if the platform did not do it
    public void resolveAsMeant(String tenantId, String redemptionId) {
        Row row = table.get(PeopleKeys.redemption(tenantId, redemptionId));
        Redemption redemption = row == null ? null : new Redemption(row);
        Redemption.Resolution intent = redemption == null ? null : redemption.intent();
        if (redemption == null || intent == null || !redemption.isManaged() || !redemption.isOpen()) {
            return;
        }
        try {
            resolve(tenantId, redemptionId, intent, "");
        } catch (Problem refusal) {
            if (refusal.code() != ErrorCode.ALREADY_RESOLVED) {
                throw refusal;
            }
        }
    }

    /// Resolves the redemption that a tip came of, when a moderator has decided about the tip: fulfilled if it was let
    /// in, else cancelled.
    ///
    /// @throws Problem `unavailable` if the platform did not do it
    public void resolveByReview(String tenantId, String orderId, boolean isApproved) {
        Row pointer = table.get(PeopleKeys.redemptionOfTip(tenantId, orderId));
        if (pointer == null) {
            return;
        }
        Redemption.Resolution intent = isApproved ? Redemption.Resolution.FULFILL : Redemption.Resolution.CANCEL;
        String redemptionId = pointer.text("redemption_id");
        table.update(Write.update(PeopleKeys.redemption(tenantId, redemptionId))
                .set(Redemption.INTENT, intent.name())
                .when(Condition.rowExists()));
        resolveAsMeant(tenantId, redemptionId);
    }

    private Redemption find(String tenantId, String redemptionId) {
        Row row = table.get(PeopleKeys.redemption(tenantId, redemptionId));
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new Redemption(row);
    }

    private static Redemption.Resolved resolvedBefore(
            Redemption redemption, Redemption.Resolution to, String requestId) {
        Row row = redemption.row();
        boolean own = !requestId.isEmpty() && requestId.equals(row.textOrNull("resolved_by"));
        if (own && to.status().equals(row.text(Redemption.STATUS))) {
            return new Redemption.Resolved(redemption.id(), to.status());
        }
        throw Problem.of(ErrorCode.ALREADY_RESOLVED);
    }

    /// Makes the call one's own; false if it is another's, or the redemption is resolved.
    private boolean claim(Redemption redemption, Instant until) {
        Write claim = Write.update(redemption.row().key())
                .set(Redemption.CLAIMED_UNTIL, until)
                .when(Condition.all(
                        Condition.equal(Redemption.STATUS, Redemption.UNFULFILLED),
                        Condition.any(
                                Condition.absent(Redemption.CLAIMED_UNTIL),
                                Condition.below(Redemption.CLAIMED_UNTIL, clock.instant()))));
        return table.update(claim).done();
    }

    private Redemption.Resolved call(
            String tenantId, Redemption redemption, Redemption.Resolution to, Instant claim, String requestId) {
        Connectors.Result result = connectors.call(tenantId, Connector.ALPHA, to.action(), redemption.connectorData());
        Write after = Write.update(redemption.row().key())
                .remove(Redemption.CLAIMED_UNTIL)
                .when(Condition.equal(Redemption.CLAIMED_UNTIL, claim));
        if (result == Connectors.Result.DONE) {
            after.set(Redemption.STATUS, to.status()).set("resolved_by", requestId.isEmpty() ? null : requestId);
        }
        table.update(after);
        if (result != Connectors.Result.DONE) {
            throw Problem.of(ErrorCode.UNAVAILABLE, "The platform does not answer; nothing has changed");
        }
        return new Redemption.Resolved(redemption.id(), to.status());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.of(ErrorCode.UNAVAILABLE);
        }
    }
}
