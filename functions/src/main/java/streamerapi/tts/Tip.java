package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.QueueIndex;
import streamerapi.queues.Queued;
import streamerapi.queues.Standing;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A tip (spec "QueueTip", "HistoryTip"): its row, which is one all its life, and what it says.
///
/// An attribute is read when it is asked for, because a transition needs few of them and a page of the queue each
/// once. Other packages keep attributes of their own in the row: its review, its refunds, the sum that it counts as.
/// They read and write those by [#find] and [#with].
public record Tip(Row row) implements Queued {
    public static final Attribute<BigDecimal> AMOUNT = Attribute.decimal("amount");
    public static final Attribute<String> CURRENCY = Attribute.text("currency");
    public static final Attribute<String> EXTERNAL_REF = Attribute.text("external_ref");
    public static final Attribute<String> EXTERNAL_SOURCE = Attribute.text("external_source");
    public static final Attribute.Flag IS_FIRST_TIP = Attribute.flag("is_first_tip");
    public static final Attribute.Flag IS_PAID = Attribute.flag("is_paid");
    public static final Attribute.Flag IS_REPLAY = Attribute.flag("is_replay");
    public static final Attribute.Flag IS_SUB_REWARD = Attribute.flag("is_sub_reward");
    public static final Attribute<String> MESSAGE = Attribute.text("message");
    public static final Attribute.Flag MESSAGE_WAS_FILTERED = Attribute.flag("message_was_filtered");
    public static final Attribute<String> NAME = Attribute.text("name");
    public static final Attribute.Flag NAME_WAS_FILTERED = Attribute.flag("name_was_filtered");
    public static final Attribute<Platform> PLATFORM = Attribute.knownLabel("platform", Platform.ALL);
    public static final Attribute<String> PLATFORM_USER_ID = Attribute.text("platform_user_id");
    public static final Attribute<Instant> PLAYED_AT = Attribute.time("played_at");
    public static final Attribute<Instant> QUEUED_AT = Attribute.time("queued_at");
    public static final Attribute<String> SOURCE = Attribute.text("source");

    public static final QueueIndex INDEX = new QueueIndex(
            Keys.TIP,
            Map.of(
                    Standing.WAITING, "TQ#",
                    Standing.PLAYED, "TH#",
                    Standing.REMOVED, "TX#",
                    Standing.IN_REVIEW, "TR#"));

    public static final Attribute<Instant> REMOVED_AT = Attribute.time("removed_at");

    /// The order id under which a removed tip last entered the queue again.
    static final Attribute<String> PUT_BACK_AS = Attribute.text("put_back_as");

    /// The refunded part of its payment; absent if there is none.
    public static final Attribute<BigDecimal> REFUNDED = Attribute.decimal("refunded");

    /// The address of its audio, once that is made.
    public static final Attribute<String> TTS_URL = Attribute.text("tts_url");

    /// Until when the address is good.
    public static final Attribute<Instant> TTS_UNTIL = Attribute.time("tts_until");

    private static final List<Attribute<?>> REPLAYED = List.of(
            NAME,
            AMOUNT,
            CURRENCY,
            CountedAs.AMOUNT,
            CountedAs.CURRENCY,
            MESSAGE,
            PLATFORM,
            PLATFORM_USER_ID,
            IS_FIRST_TIP,
            IS_SUB_REWARD,
            NAME_WAS_FILTERED,
            MESSAGE_WAS_FILTERED);

    /// An order id for the examples of the OpenAPI document.
    public static final String ORDER_ID_EXAMPLE = "tip_1789237200123_4f7k2m9q1x8c3v6b";

    /// The order id of the story that samples of events tell.
    static final String ORDER_ID_SAMPLE = "tip_1763693883123_0h5m8z4q2w9x7y3k";

    /// A tip in the queue.
    public static final Schema<Tip> QUEUED = Schema.shown("QueueTip", "A tip in the TTS queue.", s -> {
        TipFields.addQueued(s);
        TipFields.addCounted(s).orAbsent().unsampled();
    });

    /// A tip in the history.
    public static final Schema<Tip> PLAYED = Schema.shown("HistoryTip", "A tip that has been played or skipped.", s -> {
        TipFields.addFinished(s);
        s.time("played_at", Tip::playedAt)
                .doc("When it finished playing on stream.")
                .sample(Instant.parse("2025-11-21T02:58:41.208Z"));
    });

    /// A tip in the list of removed ones.
    static final Schema<Tip> TAKEN_OUT = Schema.shown("RemovedTip", "A tip that left the queue unplayed.", s -> {
        TipFields.addFinished(s);
        s.time(REMOVED_AT.name(), tip -> tip.row.get(REMOVED_AT)).doc("When it was removed or cleared.");
        s.time(REPLAYED_AT.name(), tip -> tip.row.find(REPLAYED_AT))
                .orNull()
                .doc("When it last entered the queue again, under another id; null if it has not.");
    });

    /// A new tip with an order id of its own, waiting behind every tip that came before it.
    public static Tip waiting(String tenantId, String orderId, Instant now) {
        return new Tip(Row.of(Keys.tip(tenantId, orderId))
                .with(Table.PLACE, INDEX.waiting(orderId))
                .with(QUEUED_AT, now));
    }

    /// This tip, waiting for a decision rather than in the queue.
    public Tip inReview() {
        return with(Table.PLACE, INDEX.prefix(Standing.IN_REVIEW) + Ids.orderTime(orderId()))
                .with(QUEUED_AT, null);
    }

    /// This tip, waiting behind every tip that came before now.
    ///
    /// @param turn the part of a new order id that sorts by time
    public Tip waitingSince(Instant now, String turn) {
        return with(Table.PLACE, INDEX.prefix(Standing.WAITING) + turn)
                .with(TURN, turn)
                .with(QUEUED_AT, now);
    }

    /// This tip, waiting before the one that is at the head of the queue.
    Tip waitingBefore(Tip head) {
        String turn = head.turnBefore(orderId());
        return with(Table.PLACE, INDEX.prefix(Standing.WAITING) + turn).with(TURN, turn);
    }

    /// This tip, in no place.
    public Tip nowhere() {
        return with(Table.PLACE, null);
    }

    /// This tip with one attribute more; null leaves it out.
    public <T> Tip with(Attribute<T> attribute, @Nullable T value) {
        return new Tip(row.with(attribute, value));
    }

    /// The value of an attribute that another package keeps in its row; null if it is not there.
    public <T> @Nullable T find(Attribute<T> attribute) {
        return row.find(attribute);
    }

    /// The flag that another package keeps in its row; false if it is not there.
    public boolean is(Attribute.Flag attribute) {
        return row.get(attribute);
    }

    /// The name of the donor, as the filter left it.
    public String name() {
        return row.get(NAME);
    }

    /// Its amount; null if it was sent without one.
    public @Nullable BigDecimal amount() {
        return row.find(AMOUNT);
    }

    public String currency() {
        return row.get(CURRENCY);
    }

    /// Its message, as the filter left it; null if there is none.
    public @Nullable String message() {
        return row.find(MESSAGE);
    }

    /// Its source: one of [TipSource], or a processor's label.
    public String source() {
        return row.get(SOURCE);
    }

    /// Whether real money changed hands.
    public boolean isPaid() {
        return row.get(IS_PAID);
    }

    /// Whether a credit of the donor was spent on it.
    public boolean isSubReward() {
        return row.get(IS_SUB_REWARD);
    }

    /// The platform of the account that the donor was signed in with; null if there was none.
    public @Nullable Platform platform() {
        return row.find(PLATFORM);
    }

    /// The donor's id on that platform.
    public @Nullable String platformUserId() {
        return row.find(PLATFORM_USER_ID);
    }

    /// When it entered the queue, or the books if it is not heard; null if it waits for a decision or never entered.
    public @Nullable Instant queuedAt() {
        return row.find(QUEUED_AT);
    }

    /// When it was played or skipped; null if it was not.
    @Nullable
    Instant playedAt() {
        return row.find(PLAYED_AT);
    }

    /// The refunded part of its amount; 0 if there is none.
    public BigDecimal refunded() {
        return Objects.requireNonNullElse(row.find(REFUNDED), BigDecimal.ZERO);
    }

    @Override
    public QueueIndex index() {
        return INDEX;
    }

    @Override
    public String noun() {
        return "tip";
    }

    /// This tip without the address of its audio, if that is not good any more.
    Tip asOf(Instant now) {
        Instant until = row.find(TTS_UNTIL);
        return until == null || now.isBefore(until) ? this : with(TTS_URL, null);
    }

    /// Whether it has audio whose address is still good.
    public boolean hasAudio(Instant now) {
        return asOf(now).find(TTS_URL) != null;
    }

    /// Whether it is a test: the events that it causes say so.
    public boolean isTest() {
        return source().equals(TipSource.TEST);
    }

    /// This tip once more, under an id of its own, waiting behind every tip that came before now.
    Tip again(String tenantId, String orderId, Instant now) {
        Row replay = waiting(tenantId, orderId, now).row.withAll(row.only(REPLAYED));
        return new Tip(replay).with(SOURCE, TipSource.REPLAY).with(IS_REPLAY, true);
    }
}
