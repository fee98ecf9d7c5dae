package streamerapi.channelpoints;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// A redemption, as its row has it.
record Redemption(Row row) {

    /// The status of one that has not been resolved, as the platform names it.
    static final String UNFULFILLED = "unfulfilled";

    static final String STATUS = "status";

    /// Until when a call to the platform may be under way.
    static final String CLAIMED_UNTIL = "claimed_until";

    /// What the service resolves it to by itself, once it can.
    static final String INTENT = "intent";

    private static final String REWARD_ID = "reward_id";
    private static final String BROADCASTER_ID = "broadcaster_id";
    private static final String REDEMPTION_ID = "redemption_id";
    private static final String IS_MANAGED = "is_managed";

    /// How a redemption is resolved.
    enum Resolution {
        /// The points stay spent.
        FULFILL("redemption.fulfill", "fulfilled"),
        /// The viewer gets the points back.
        CANCEL("redemption.cancel", "canceled");

        private final String action;
        private final String status;

        Resolution(String action, String status) {
            this.action = action;
            this.status = status;
        }

        /// The connector's action.
        String action() {
            return action;
        }

        /// The status afterwards.
        String status() {
            return status;
        }
    }

    /// What an endpoint answers of a redemption that was resolved.
    ///
    /// @param status `fulfilled` or `canceled`
    record Resolved(String redemptionId, String status) {
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
    ///
    /// @param intent what it is to be resolved to at once; null to leave it open
    static Redemption of(String tenantId, RedeemedData data, @Nullable Resolution intent, Instant expiresAt) {
        return new Redemption(Row.of(PeopleKeys.redemption(tenantId, data.redemptionId()))
                .with(REDEMPTION_ID, data.redemptionId())
                .with(REWARD_ID, data.rewardId())
                .with(BROADCASTER_ID, data.broadcasterId())
                .with(IS_MANAGED, data.isManaged())
                .with(STATUS, data.status())
                .with(INTENT, intent == null ? null : intent.name())
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

    /// What the service resolves it to by itself; null for nothing.
    @Nullable
    Resolution intent() {
        String intent = row.textOrNull(INTENT);
        return intent == null ? null : Resolution.valueOf(intent);
    }

    /// What the connector is told.
    Map<String, @Nullable Object> connectorData() {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put(BROADCASTER_ID, row.textOrNull(BROADCASTER_ID));
        data.put(REWARD_ID, row.text(REWARD_ID));
        data.put(REDEMPTION_ID, id());
        return data;
    }
}
