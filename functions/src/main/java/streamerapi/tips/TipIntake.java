package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.Ledger;
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
    private final Ids ids;
    private final InstantSource clock;

    public TipIntake(Table table, TtsQueue queue, Ids ids, InstantSource clock) {
        this.table = table;
        this.queue = queue;
        this.ids = ids;
        this.clock = clock;
    }

    /// Takes a tip in: it waits in the TTS queue.
    ///
    /// @throws Problem when committed, `duplicate_external_ref` with `order_id` where its reference was sent before
    public Outcome<Tip> take(String tenantId, NewTip sent) {
        NewTip.Reference reference = sent.reference();
        NewTip.Donor donor = sent.donor();
        Tip tip = Tip.waiting(tenantId, ids.nextOrder("tip"), clock.instant())
                .with("source", sent.source())
                .with("name", sent.name())
                .with("amount", sent.amount())
                .with("currency", sent.currency() == null ? accountCurrency(tenantId) : sent.currency())
                .with("message", sent.message())
                .with("external_source", reference == null ? null : reference.source())
                .with("external_ref", reference == null ? null : reference.id())
                .with("is_paid", sent.isPaid())
                .with("platform", donor == null ? null : donor.platform())
                .with("platform_user_id", donor == null ? null : donor.userId());
        Outcome<Tip> entered = entered(tenantId, tip);
        return reference == null || reference.id() == null
                ? entered
                : entered.writing(once(tenantId, reference.source(), reference.id(), tip.orderId()));
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

    private String accountCurrency(String tenantId) {
        Row account = table.get(Keys.profile(tenantId));
        if (account == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return account.text("currency");
    }

    private static Write once(String tenantId, @Nullable String source, String reference, String orderId) {
        return Write.put(Row.of(Keys.externalRef(tenantId, source == null ? "" : source, reference))
                        .with("order_id", orderId))
                .when(Condition.noRow())
                .orElse(earlier -> Problem.of(ErrorCode.DUPLICATE_EXTERNAL_REF)
                        .with("order_id", earlier == null ? null : earlier.text("order_id")));
    }
}
