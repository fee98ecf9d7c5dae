package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.QueueIndex;
import streamerapi.queues.Queued;
import streamerapi.queues.Standing;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;
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

/// A tip, as its row has it (spec "QueueTip", "HistoryTip").
public record Tip(Row row) implements Queued {
    public static final Attribute<BigDecimal> AMOUNT = Attribute.decimal("amount");
    public static final Attribute<String> CURRENCY = Attribute.text("currency");
    public static final Attribute<String> EXTERNAL_REF = Attribute.text("external_ref");
    public static final Attribute<String> EXTERNAL_SOURCE = Attribute.text("external_source");
    public static final Attribute.Flag IS_PAID = Attribute.flag("is_paid");
    public static final Attribute.Flag IS_REPLAY = Attribute.flag("is_replay");
    public static final Attribute.Flag IS_SUB_REWARD = Attribute.flag("is_sub_reward");
    public static final Attribute<String> MESSAGE = Attribute.text("message");
    public static final Attribute.Flag MESSAGE_WAS_FILTERED = Attribute.flag("message_was_filtered");
    public static final Attribute<String> NAME = Attribute.text("name");
    public static final Attribute.Flag NAME_WAS_FILTERED = Attribute.flag("name_was_filtered");
    public static final Attribute<Platform> PLATFORM = Attribute.label("platform", Platform.ALL);
    public static final Attribute<String> PLATFORM_USER_ID = Attribute.text("platform_user_id");
    public static final Attribute<Instant> PLAYED_AT = Attribute.time("played_at");
    public static final Attribute<Instant> QUEUED_AT = Attribute.time("queued_at");
    public static final Attribute<String> SOURCE = Attribute.text("source");

    public static final QueueIndex LANE = new QueueIndex(
            Keys.TIP,
            Map.of(
                    Standing.WAITING, "TQ#",
                    Standing.PLAYED, "TH#",
                    Standing.REMOVED, "TX#",
                    Standing.IN_REVIEW, "TR#"));

    /// The `source` of a test.
    public static final String TEST = "test";

    public static final Attribute<Instant> REMOVED_AT = Attribute.time("removed_at");

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
            MESSAGE,
            PLATFORM,
            PLATFORM_USER_ID,
            IS_SUB_REWARD,
            NAME_WAS_FILTERED,
            MESSAGE_WAS_FILTERED);

    /// An order id for the examples of the OpenAPI document.
    public static final String ORDER_ID_EXAMPLE = "tip_1789237200123_4f7k2m9q1x8c3v6b";

    /// The order id of the story that samples of events tell.
    static final String ORDER_ID_SAMPLE = "tip_1763693883123_0h5m8z4q2w9x7y3k";

    /// A tip in the queue.
    public static final Schema<Tip> QUEUED = Schema.shown("QueueTip", "A tip in the TTS queue.", Tip::addQueued);

    /// A tip in the history.
    public static final Schema<Tip> PLAYED = Schema.shown("HistoryTip", "A tip that has been played or skipped.", s -> {
        addQueued(s);
        s.money("refunded_amount", Tip::refunded)
                .between(0, 100_000_000)
                .doc(
                        "How much of `amount` was given back, refunded or disputed; 0 if nothing was. All of it was when it is"
                                + " `amount`.")
                .example(0);
        s.object("counted_as", CountedAs::of, CountedAs.SCHEMA)
                .orNull()
                .doc("The sum that a paid tip in another currency counts as in goals, on the leaderboard and in sums;"
                        + " null if it counts with its own amount.");
        s.time("played_at", tip -> tip.row.get(PLAYED_AT))
                .doc("When it finished playing on stream.")
                .sample(Instant.parse("2025-11-21T02:58:41.208Z"));
    });

    /// A tip in the list of removed ones.
    static final Schema<Tip> TAKEN_OUT = Schema.shown("RemovedTip", "A tip that left the queue unplayed.", s -> {
        addQueued(s);
        s.time(REMOVED_AT.name(), tip -> tip.row.get(REMOVED_AT)).doc("When it was removed or cleared.");
    });

    /// Adds the fields of `tip.created`.
    static void addCreated(Shape<Tip> s) {
        addDonation(s);
        addSource(s);
        addPaid(s);
        addReference(s);
        addKind(s);
        addDonor(s);
        s.anyText(TTS_URL.name(), tip -> tip.row.find(TTS_URL))
                .orNull()
                .doc("Always null here; `tip.tts_ready` follows.");
    }

    private static void addQueued(Shape<Tip> s) {
        addDonation(s);
        s.text(TTS_URL.name(), tip -> tip.row.find(TTS_URL))
                .uri()
                .orNull()
                .doc("The address of its audio; null until that is rendered, and 30 days after. A tip is playable"
                        + " without it.")
                .sample("https://media.example.com/tts/" + ORDER_ID_SAMPLE + ".mp3");
        addKind(s);
        addSource(s);
        addReference(s);
        addPaid(s);
        addDonor(s);
        s.time("queued_at", tip -> tip.row.get(QUEUED_AT))
                .doc("When the tip entered the queue.")
                .sample(Instant.parse("2025-11-21T02:58:03.123Z"));
    }

    private static void addSource(Shape<Tip> s) {
        s.text("source", tip -> tip.row.get(SOURCE)).component("TipSource").example(Processor.CARD.label());
    }

    private static void addPaid(Shape<Tip> s) {
        s.flag("is_paid", tip -> tip.row.get(IS_PAID))
                .doc("Real money changed hands. False for manual tips, free integration tips and sub rewards; those"
                        + " never count toward the streamer's totals.")
                .sample(true);
    }

    private static void addDonation(Shape<Tip> s) {
        s.text("order_id", Tip::orderId)
                .component("OrderId")
                .example(ORDER_ID_EXAMPLE)
                .sample(ORDER_ID_SAMPLE);
        s.text("name", tip -> tip.row.get(NAME))
                .doc("Display name after filtering.")
                .example("Mira")
                .sample("NovaFox");
        s.money("amount", tip -> tip.row.find(AMOUNT))
                .component("Amount")
                .example(new BigDecimal("5.5"))
                .sample(new BigDecimal("12.50"));
        s.text("currency", tip -> tip.row.get(CURRENCY))
                .component("Currency")
                .doc("The currency of the amount; the account's own if the tip was sent without one.")
                .example("USD");
        s.text("message", tip -> tip.row.find(MESSAGE))
                .max(Integer.MAX_VALUE)
                .orNull()
                .doc("Message after filtering.")
                .example("Great run! Try the left door next.")
                .sample("Good luck with the last boss!");
    }

    private static void addKind(Shape<Tip> s) {
        s.flag("is_replay", tip -> tip.row.get(IS_REPLAY)).example(false);
        s.flag("is_sub_reward", tip -> tip.row.get(IS_SUB_REWARD)).example(false);
    }

    private static void addReference(Shape<Tip> s) {
        s.text("external_source", tip -> tip.row.find(EXTERNAL_SOURCE))
                .orNull()
                .doc("Developer-API tips only: the `source` label that the caller sent. It says where the tip came"
                        + " from, not whether money moved.");
        s.text("external_ref", tip -> tip.row.find(EXTERNAL_REF))
                .orNull()
                .doc("Developer-API tips only: the caller's own payment reference.");
    }

    private static void addDonor(Shape<Tip> s) {
        s.choice("platform", tip -> tip.row.find(PLATFORM), Platform.ALL)
                .orNull()
                .doc("Platform of the account that the donor was signed in with; null for an unattributed tip.")
                .example(Platform.ALPHA.label());
        s.text("platform_user_id", tip -> tip.row.find(PLATFORM_USER_ID))
                .orNull()
                .doc("The donor's id on that platform.")
                .example("48211907")
                .sample("48213377");
        s.flag("name_was_filtered", tip -> tip.row.get(NAME_WAS_FILTERED)).example(false);
        s.flag("message_was_filtered", tip -> tip.row.get(MESSAGE_WAS_FILTERED)).example(false);
    }

    /// A new tip with an order id of its own, waiting behind every tip that came before it.
    public static Tip waiting(String tenantId, String orderId, Instant now) {
        return new Tip(Row.of(Keys.tip(tenantId, orderId))
                .with(Table.PLACE, LANE.waiting(orderId))
                .with(QUEUED_AT, now));
    }

    /// This tip, waiting for a decision rather than in the queue.
    public Tip inReview() {
        return with(Table.PLACE, LANE.prefix(Standing.IN_REVIEW) + Ids.orderTime(orderId()))
                .with(QUEUED_AT, null);
    }

    /// This tip, waiting behind every tip that came before now.
    ///
    /// @param turn the part of a new order id that sorts by time
    public Tip waitingSince(Instant now, String turn) {
        return with(Table.PLACE, LANE.prefix(Standing.WAITING) + turn)
                .with(TURN, turn)
                .with(QUEUED_AT, now);
    }

    /// This tip, in no place.
    public Tip nowhere() {
        return with(Table.PLACE, null);
    }

    /// This tip with one attribute more; null leaves it out.
    public <T> Tip with(Attribute<T> attribute, @Nullable T value) {
        return new Tip(row.with(attribute, value));
    }

    @Override
    public QueueIndex lane() {
        return LANE;
    }

    @Override
    public String noun() {
        return "tip";
    }

    /// The tip as an item of the queue.
    public Map<String, @Nullable Object> json() {
        return QUEUED.json(this);
    }

    /// This tip without the address of its audio, if that is not good any more.
    Tip asOf(Instant now) {
        Instant until = row.find(TTS_UNTIL);
        return until == null || now.isBefore(until) ? this : with(TTS_URL, null);
    }

    private BigDecimal refunded() {
        return Objects.requireNonNullElse(row.find(REFUNDED), BigDecimal.ZERO);
    }

    /// Whether it is a test: the events that it causes say so.
    public boolean isTest() {
        return row.get(SOURCE).equals(TEST);
    }

    /// This tip once more, under an id of its own, waiting behind every tip that came before now.
    Tip again(String tenantId, String orderId, Instant now) {
        Row replay = waiting(tenantId, orderId, now).row.withAll(row.only(REPLAYED));
        return new Tip(replay).with(SOURCE, "replay").with(IS_REPLAY, true);
    }
}
