package streamerapi.channelpoints;

import streamerapi.connectors.DuplicateMessage;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.filter.CleanText;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Redemptions that come in (contract "Ingest": `channel_point_redemption`). A redemption is kept with what resolving
/// it needs, becomes an event, and does what its reward is mapped to, all in one transaction. A redemption that comes
/// again under another message id is handled once.
public final class RedemptionIngest {

    /// How long a redemption can be resolved.
    static final Duration REDEMPTION_RETENTION = Duration.ofDays(90);

    private final Table table;
    private final RewardActions actions;
    private final InstantSource clock;

    public RedemptionIngest(Table table, RewardActions actions, InstantSource clock) {
        this.table = table;
        this.actions = actions;
        this.clock = clock;
    }

    /// The types of ingest that are taken here.
    public IngestTypes types() {
        return IngestTypes.none().with(List.of(Connector.ALPHA), "channel_point_redemption", this::redeem);
    }

    private Outcome<Map<String, Object>> redeem(IngestMessage message) {
        RedeemedData data = RedeemedData.SCHEMA.read(message.body());
        if (data.userName().isEmpty()) {
            throw message.body().refused("user_name", "must have 1 to 64 characters");
        }
        String tenantId = message.tenantId();
        if (table.get(PeopleKeys.redemption(tenantId, data.redemptionId())) != null) {
            throw new DuplicateMessage(Map.of());
        }
        Settings settings = Settings.read(table, tenantId);
        boolean isOpen = data.status().equals(Redemption.UNFULFILLED);
        Outcome<RewardActions.Result> done = actions.of(tenantId, data, settings, message.externalCalls());
        Redemption redemption = Redemption.of(data);
        Instant expiresAt = clock.instant().plus(REDEMPTION_RETENTION);
        Write keep = Write.put(redemption.row(tenantId, expiresAt))
                .when(Condition.noRow())
                .orElse(before -> new DuplicateMessage(Map.of()));
        String held = done.value().heldTip();
        Outcome<Map<String, Object>> kept =
                Outcome.<Map<String, Object>>of(Map.of()).writing(keep);
        if (held != null && isOpen && data.isManaged()) {
            kept = kept.writing(Write.put(Row.of(PeopleKeys.redemptionOfTip(tenantId, held))
                    .with(Redemption.REDEMPTION_ID, data.redemptionId())
                    .with(Table.EXPIRES_AT, expiresAt.getEpochSecond())));
        }
        Redemption.Resolution resolution = done.value().resolution();
        if (resolution != null && isOpen && data.isManaged()) {
            kept = kept.asking(redemption.effect(resolution));
        }
        return kept.emitting(RewardRedeemed.EVENT, redeemed(message, data, new CleanText(settings)))
                .and(done);
    }

    private static RewardRedeemed redeemed(IngestMessage message, RedeemedData data, CleanText text) {
        Instant redeemedAt = data.redeemedAt();
        return new RewardRedeemed(
                text.of(data.userName()),
                text.of(data.userLogin()),
                data.rewardId(),
                data.rewardTitle(),
                data.rewardCost(),
                text.orNull(data.userInput()),
                data.redemptionId(),
                data.status(),
                redeemedAt == null ? message.occurredAt() : redeemedAt,
                data.isManaged());
    }
}
