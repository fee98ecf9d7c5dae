package streamerapi.channelpoints;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// A redemption, as its row has it.
record Redemption(Row row) {

    /// The status of one that has not been resolved, as the platform names it.
    static final String UNFULFILLED = "unfulfilled";

    static final String STATUS = "status";

    private static final String REWARD_ID = "reward_id";
    private static final String BROADCASTER_ID = "broadcaster_id";
    private static final String REDEMPTION_ID = "redemption_id";
    private static final String IS_MANAGED = "is_managed";

    /// How a redemption is resolved.
    enum Resolution {
        /// The points stay spent.
        FULFILL(EffectAction.FULFILL, "fulfilled"),
        /// The viewer gets the points back.
        CANCEL(EffectAction.CANCEL, "canceled");

        private final EffectAction action;
        private final String status;

        Resolution(EffectAction action, String status) {
            this.action = action;
            this.status = status;
        }

        /// The platform's action.
        EffectAction action() {
            return action;
        }

        /// The resolution of an action.
        static Resolution of(EffectAction action) {
            return action == EffectAction.FULFILL ? FULFILL : CANCEL;
        }

        /// The other one.
        Resolution other() {
            return this == FULFILL ? CANCEL : FULFILL;
        }

        /// The status afterwards.
        String status() {
            return status;
        }
    }

    /// The result of a request to resolve a redemption.
    sealed interface Attempt {}

    /// The platform did not do it, or has not answered and is asked again.
    record NotResolved() implements Attempt {}

    /// The redemption was resolved at the platform before.
    record ResolvedBefore() implements Attempt {}

    /// The platform does not have the redemption.
    record NotThere() implements Attempt {}

    /// The redemption is resolved.
    ///
    /// @param status `fulfilled` or `canceled`
    record Resolved(String redemptionId, String status) implements Attempt {
        static final Schema<Resolved> SCHEMA = Schema.of("ResolvedRedemption", "A redemption that was resolved.", s -> {
            var id = s.text("redemption_id", Resolved::redemptionId)
                    .doc("The redemption, as the platform names it.")
                    .example("b84e6a17-90d2-4f5b-a3c8-7e2d5f1c9046");
            var status = s.text("status", Resolved::status)
                    .doc("`fulfilled` or `canceled`.")
                    .example("fulfilled");
            return in -> new Resolved(id.of(in), status.of(in));
        });
    }

    /// A redemption that came in.
    static Redemption of(String tenantId, RedeemedData data, Instant expiresAt) {
        return new Redemption(Row.of(PeopleKeys.redemption(tenantId, data.redemptionId()))
                .with(REDEMPTION_ID, data.redemptionId())
                .with(REWARD_ID, data.rewardId())
                .with(BROADCASTER_ID, data.broadcasterId())
                .with(IS_MANAGED, data.isManaged())
                .with(STATUS, data.status())
                .with("expires_at", expiresAt.getEpochSecond()));
    }

    String id() {
        return row.text(REDEMPTION_ID);
    }

    boolean isManaged() {
        return row.flag(IS_MANAGED);
    }

    boolean isOpen() {
        return row.text(STATUS).equals(UNFULFILLED);
    }

    /// The subject of effects about a redemption. A hash stands for its id, which can hold any character.
    static String subject(String redemptionId) {
        return "redemption:" + Sha256.hex(redemptionId);
    }

    /// The id of the redemption that an effect is about.
    static String idOf(Effect effect) {
        return (String) Objects.requireNonNull(effect.data().get(REDEMPTION_ID));
    }

    /// The effect that resolves it at the platform.
    Effect effect(Resolution to) {
        return new Effect(subject(id()), to.action(), Connector.ALPHA, connectorData());
    }

    /// What the connector is told.
    private Map<String, @Nullable Object> connectorData() {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(BROADCASTER_ID, row.textOrNull(BROADCASTER_ID));
        data.put(REWARD_ID, row.text(REWARD_ID));
        data.put(REDEMPTION_ID, id());
        return data;
    }
}
