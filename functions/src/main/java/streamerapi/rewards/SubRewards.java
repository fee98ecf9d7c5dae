package streamerapi.rewards;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.DuplicateMessage;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Claim;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.text.ViewerText;
import streamerapi.tips.NewTip;
import streamerapi.tips.TipIntake;
import streamerapi.tts.TipSource;
import streamerapi.viewers.Credits;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;

/// Credits that viewers spend (contract "Ingest": `sub_reward.redeemed`). One becomes an unpaid tip with `source`
/// `sub_reward`, which takes the way of every tip. A message that the filter blocks costs no credit; one that a
/// moderator rejects gives it back.
public final class SubRewards {

    /// How long a redemption's id is remembered.
    private static final Duration REDEMPTION_RETENTION = Duration.ofDays(30);

    private static final Attribute.Flag BLOCKED = Attribute.flag("blocked");
    private static final Attribute.Flag HELD = Attribute.flag("held");

    private final Table table;
    private final TipIntake intake;
    private final Credits credits;
    private final InstantSource clock;

    public SubRewards(Table table, TipIntake intake, Credits credits, InstantSource clock) {
        this.table = table;
        this.intake = intake;
        this.credits = credits;
        this.clock = clock;
    }

    /// The types of ingest that are taken here.
    public IngestTypes types() {
        return IngestTypes.none().with(Connector.PLATFORMS, "sub_reward.redeemed", this::redeem);
    }

    /// The `data` of a redemption.
    record Redeemed(
            String redemptionId, String userId, @Nullable String message) {
        static final Schema<Redeemed> SCHEMA = Schema.of("SubRewardRedeemed", "A viewer spends a credit.", s -> {
            var redemptionId = s.text("redemption_id", Redeemed::redemptionId).between(1, 255);
            var userId = s.text("platform_user_id", Redeemed::userId).between(1, 64);
            var message = s.text("message", Redeemed::message).max(500).orNull();
            return in -> new Redeemed(redemptionId.of(in), userId.of(in), message.of(in));
        });
    }

    private Outcome<Map<String, Object>> redeem(IngestMessage message) {
        Redeemed redeemed = Redeemed.SCHEMA.read(message.body());
        String tenantId = message.tenantId();
        Platform platform = message.platform();
        Key key = PeopleKeys.subRewardRedemption(tenantId, platform, redeemed.redemptionId());
        Row before = Claim.standing(table.get(key), clock.instant());
        if (before != null) {
            throw duplicate(before);
        }
        Credits.Spender spender = credits.spender(tenantId, platform, redeemed.userId());
        String text = redeemed.message() == null ? null : ViewerText.cleaned(redeemed.message());
        NewTip tip = new NewTip(
                TipSource.SUB_REWARD,
                spender.name(),
                null,
                null,
                text,
                null,
                false,
                new NewTip.Donor(platform, redeemed.userId()),
                null);
        Outcome<TipIntake.Taken> taken =
                intake.take(intake.filter(tenantId, tip).spending(spender.outcome()), message.externalCalls());
        Attribute.Flag fate =
                switch (taken.value()) {
                    case TipIntake.Taken.Entered entered -> null;
                    case TipIntake.Taken.Held held -> HELD;
                    case TipIntake.Taken.Blocked blocked -> BLOCKED;
                };
        return Outcome.of(answer(fate)).writing(remembered(key, fate)).and(taken);
    }

    /// @param fate of its tip, that is to be told; null if it entered
    private static Map<String, Object> answer(Attribute.@Nullable Flag fate) {
        return fate == null ? Map.of() : Map.of(fate.name(), true);
    }

    private Write remembered(Key key, Attribute.@Nullable Flag fate) {
        Instant now = clock.instant();
        Row row = Row.of(key);
        return Claim.of(
                fate == null ? row : row.with(fate, true), now.plus(REDEMPTION_RETENTION), now, SubRewards::duplicate);
    }

    private static DuplicateMessage duplicate(Row redemption) {
        return new DuplicateMessage(Stream.of(BLOCKED, HELD)
                .filter(redemption::get)
                .findFirst()
                .map(SubRewards::answer)
                .orElse(Map.of()));
    }
}
