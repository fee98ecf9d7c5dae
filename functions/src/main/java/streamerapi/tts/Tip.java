package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.Lane;
import streamerapi.queues.Queued;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A tip, as its row has it (spec "QueueTip", "HistoryTip").
public record Tip(Row row) implements Queued {

    static final Lane LANE = new Lane(Keys.TIP, "TQ#", "TH#");

    /// Tips that left the queue unplayed, removed or cleared, stand in a history of their own.
    static final Lane REMOVED = new Lane(Keys.TIP, "TQ#", "TX#");

    static final String REMOVED_AT = "removed_at";

    /// Where tips stand that wait for somebody's decision.
    public static final String REVIEW = "TR#";

    /// The address of its audio, once that is made.
    public static final String TTS_URL = "tts_url";

    /// Until when the address is good.
    public static final String TTS_UNTIL = "tts_until";

    private static final List<String> REPLAYED_FIELDS = List.of(
            "name",
            "amount",
            "currency",
            "message",
            "platform",
            "platform_user_id",
            "is_sub_reward",
            "name_was_filtered",
            "message_was_filtered");

    private static final List<String> CREATED_FIELDS = List.of(
            "order_id",
            "name",
            "amount",
            "currency",
            "message",
            "source",
            "is_paid",
            "external_source",
            "external_ref",
            "is_replay",
            "is_sub_reward",
            "platform",
            "platform_user_id",
            "name_was_filtered",
            "message_was_filtered",
            TTS_URL);

    /// A new tip with an order id of its own, waiting behind every tip that came before it.
    public static Tip waiting(String tenantId, String orderId, Instant now) {
        return new Tip(Row.of(Keys.tip(tenantId, orderId))
                .with(Table.PLACE_INDEX, LANE.waiting(orderId))
                .with("queued_at", now));
    }

    /// This tip, waiting for somebody's decision rather than in the queue.
    public Tip inReview() {
        return with(Table.PLACE_INDEX, REVIEW + Ids.orderTime(orderId())).with("queued_at", null);
    }

    /// This tip, waiting behind every tip that came before now.
    ///
    /// @param turn the part of a new order id that sorts by time
    public Tip waitingSince(Instant now, String turn) {
        return with(Table.PLACE_INDEX, LANE.queue() + turn).with(TURN, turn).with("queued_at", now);
    }

    /// This tip, in no place.
    public Tip nowhere() {
        return with(Table.PLACE_INDEX, null);
    }

    /// This tip with one attribute more; null leaves it out.
    public Tip with(String name, @Nullable Object value) {
        return new Tip(row.with(name, value));
    }

    @Override
    public Lane lane() {
        return LANE;
    }

    /// The tip as an item of the queue.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("order_id", orderId());
        json.put("name", row.text("name"));
        json.put("amount", row.decimalOrNull("amount"));
        json.put("currency", row.text("currency"));
        json.put("message", row.textOrNull("message"));
        json.put(TTS_URL, row.textOrNull(TTS_URL));
        json.put("is_replay", row.flag("is_replay"));
        json.put("is_sub_reward", row.flag("is_sub_reward"));
        json.put("source", row.text("source"));
        json.put("external_source", row.textOrNull("external_source"));
        json.put("external_ref", row.textOrNull("external_ref"));
        json.put("is_paid", row.flag("is_paid"));
        json.put("platform", row.textOrNull("platform"));
        json.put("platform_user_id", row.textOrNull("platform_user_id"));
        json.put("name_was_filtered", row.flag("name_was_filtered"));
        json.put("message_was_filtered", row.flag("message_was_filtered"));
        json.put("queued_at", row.instant("queued_at"));
        return json;
    }

    /// This tip without the address of its audio, if that is not good any more.
    Tip asOf(Instant now) {
        Instant until = row.instantOrNull(TTS_UNTIL);
        return until == null || now.isBefore(until) ? this : with(TTS_URL, null);
    }

    /// The tip as an item of the history.
    Map<String, @Nullable Object> historyJson() {
        Map<String, @Nullable Object> json = json();
        json.put("played_at", row.instant("played_at"));
        return json;
    }

    /// The tip as an item of the list of removed ones.
    Map<String, @Nullable Object> removedJson() {
        Map<String, @Nullable Object> json = json();
        json.put(REMOVED_AT, row.instant(REMOVED_AT));
        return json;
    }

    /// Whether it left the queue unplayed.
    boolean isRemoved() {
        String place = place();
        return place != null && place.startsWith(REMOVED.history());
    }

    /// This tip once more, under an id of its own, waiting behind every tip that came before now.
    Tip again(String tenantId, String orderId, Instant now) {
        Tip replay = waiting(tenantId, orderId, now);
        for (String kept : REPLAYED_FIELDS) {
            replay = replay.with(kept, row.attributes().get(kept));
        }
        return replay.with("source", "replay").with("is_replay", true);
    }

    /// The tip as `tip.created` tells of it.
    Map<String, @Nullable Object> createdJson() {
        Map<String, @Nullable Object> all = json();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        CREATED_FIELDS.forEach(name -> json.put(name, all.get(name)));
        return json;
    }
}
