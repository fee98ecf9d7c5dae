package streamerapi.channelpoints;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// A redemption, which is kept with what resolving it needs.
///
/// @param id as the platform names it
/// @param broadcasterId the channel; null if the connector knows it without being told
/// @param isManaged whether the service may resolve it
/// @param status as the platform names it
record Redemption(String id, String rewardId, @Nullable String broadcasterId, boolean isManaged, String status) {

    /// The status of one that has not been resolved, as the platform names it.
    static final String UNFULFILLED = "unfulfilled";

    /// The status of one whose points the viewer has back, as the platform names it.
    static final String CANCELED = "canceled";

    static final Attribute<String> STATUS = Attribute.text("status");

    private static final Attribute<String> REWARD_ID = Attribute.text("reward_id");
    private static final Attribute<String> BROADCASTER_ID = Attribute.text("broadcaster_id");
    static final Attribute<String> REDEMPTION_ID = Attribute.text("redemption_id");
    private static final Attribute.Flag IS_MANAGED = Attribute.flag("is_managed");

    /// How a redemption is resolved.
    enum Resolution {
        /// The points stay spent.
        FULFILL(EffectAction.FULFILL, "fulfilled"),
        /// The viewer gets the points back.
        CANCEL(EffectAction.CANCEL, CANCELED);

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
        static final Schema<Resolved> SCHEMA =
                Schema.shown("ResolvedRedemption", "A redemption that was resolved.", s -> {
                    s.text("redemption_id", Resolved::redemptionId)
                            .doc("The redemption, as the platform names it.")
                            .example("b84e6a17-90d2-4f5b-a3c8-7e2d5f1c9046");
                    s.text("status", Resolved::status)
                            .doc("`fulfilled` or `canceled`.")
                            .example("fulfilled");
                });
    }

    /// A redemption that came in.
    static Redemption of(RedeemedData data) {
        return new Redemption(
                data.redemptionId(), data.rewardId(), data.broadcasterId(), data.isManaged(), data.status());
    }

    /// The redemption that a row holds.
    static Redemption of(Row row) {
        return new Redemption(
                row.get(REDEMPTION_ID),
                row.get(REWARD_ID),
                row.find(BROADCASTER_ID),
                row.get(IS_MANAGED),
                row.get(STATUS));
    }

    /// The redemption as a row.
    Row row(String tenantId, Instant expiresAt) {
        return Row.of(PeopleKeys.redemption(tenantId, id))
                .with(REDEMPTION_ID, id)
                .with(REWARD_ID, rewardId)
                .with(BROADCASTER_ID, broadcasterId)
                .with(IS_MANAGED, isManaged)
                .with(STATUS, status)
                .with(Table.EXPIRES_AT, expiresAt.getEpochSecond());
    }

    boolean isOpen() {
        return status.equals(UNFULFILLED);
    }

    /// The subject of effects about a redemption. The id can have any character, so a hash is used in its place.
    static String subject(String redemptionId) {
        return "redemption:" + Sha256.hex(redemptionId);
    }

    /// The id of the redemption that an effect is about.
    static String idOf(Effect effect) {
        return Json.text(effect.data(), REDEMPTION_ID.name());
    }

    /// The effect that resolves it at the platform.
    Effect effect(Resolution to) {
        return new Effect(subject(id), to.action(), Connector.ALPHA, connectorData());
    }

    /// The data that the connector gets.
    private Map<String, @Nullable Object> connectorData() {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(BROADCASTER_ID.name(), broadcasterId);
        data.put(REWARD_ID.name(), rewardId);
        data.put(REDEMPTION_ID.name(), id);
        return data;
    }
}
