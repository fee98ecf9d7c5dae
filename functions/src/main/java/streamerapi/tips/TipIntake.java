package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.Ledger;
import streamerapi.media.MediaItem;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;
import streamerapi.tts.TtsQueue;

import java.math.BigDecimal;
import java.time.InstantSource;

/// The one way in for every tip (contract "Tips"): what judges a tip, or parks it, stands here, before the queues.
public final class TipIntake {

    private final Table table;
    private final TtsQueue queue;
    private final TipMedia media;
    private final Ids ids;
    private final InstantSource clock;

    public TipIntake(Table table, TtsQueue queue, TipMedia media, Ids ids, InstantSource clock) {
        this.table = table;
        this.queue = queue;
        this.media = media;
        this.ids = ids;
        this.clock = clock;
    }

    /// A tip that has entered the queues, and the video that came with it.
    public record Entered(Tip tip, @Nullable MediaItem media) {}

    /// Takes a tip in: it waits in the TTS queue, and its video in the media queue under the same id.
    ///
    /// @throws Problem `invalid_media`, `unavailable`; when committed, `duplicate_external_ref` with `order_id` where
    /// its reference was sent before
    public Outcome<Entered> take(String tenantId, NewTip sent) {
        Settings settings = Settings.read(table, tenantId);
        NewTip.Reference reference = sent.reference();
        NewTip.Donor donor = sent.donor();
        Tip tip = Tip.waiting(tenantId, ids.nextOrder("tip"), clock.instant())
                .with("source", sent.source())
                .with("name", sent.name())
                .with("amount", sent.amount())
                .with("currency", sent.currency() == null ? settings.currency() : sent.currency())
                .with("message", sent.message())
                .with("external_source", reference == null ? null : reference.source())
                .with("external_ref", reference == null ? null : reference.id())
                .with("is_paid", sent.isPaid())
                .with("platform", donor == null ? null : donor.platform())
                .with("platform_user_id", donor == null ? null : donor.userId());
        MediaItem item = media.of(tenantId, tip, sent.media(), settings.bannedMedia());
        Outcome<Entered> entered = entered(tenantId, tip).map(entering -> new Entered(entering, item));
        Outcome<Entered> both = item == null ? entered : entered.and(media.enter(item));
        return reference == null || reference.id() == null
                ? both
                : both.writing(once(tenantId, reference.source(), reference.id(), tip.orderId()));
    }

    /// What was paid is entered in the account's books, by its currency.
    private Outcome<Tip> entered(String tenantId, Tip tip) {
        Outcome<Tip> entered = queue.enter(tip);
        BigDecimal amount = tip.row().decimalOrNull("amount");
        return tip.row().flag("is_paid") && amount != null
                ? entered.writing(Ledger.entry(
                        tenantId, tip.row().text("currency"), tip.row().instant("queued_at"), tip.orderId(), amount))
                : entered;
    }

    private static Write once(String tenantId, @Nullable String source, String reference, String orderId) {
        return Write.put(Row.of(Keys.externalRef(tenantId, source == null ? "" : source, reference))
                        .with("order_id", orderId))
                .when(Condition.noRow())
                .orElse(earlier -> Problem.of(ErrorCode.DUPLICATE_EXTERNAL_REF)
                        .with("order_id", earlier == null ? null : earlier.text("order_id")));
    }
}
