package streamerapi.tips;

import streamerapi.shared.events.Event;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Money of a tip that was booked as gone and is the streamer's again: the tip counts with it again.
final class RegainedMoney {

    private final Function<String, List<Write>> rereading;
    private final Ids ids;

    /// @param rereading as of [Decisions]
    RegainedMoney(Function<String, List<Write>> rereading, Ids ids) {
        this.rereading = rereading;
        this.ids = ids;
    }

    /// The booking of it; of nothing but the note if no money came back.
    ///
    /// @param after the tip's refunds from now on
    /// @param note adds to the update of the tip's row what is kept of the cause
    /// @param warning tells of the sum
    Outcome<?> booked(
            String tenantId,
            Tip tip,
            RefundState after,
            UnaryOperator<Write> note,
            Function<BigDecimal, Event> warning) {
        RefundState before = RefundState.of(tip);
        Outcome<?> noted = Outcome.empty()
                .writing(note.apply(after.on(Write.update(tip.key()), before))
                        .alsoWhen(Condition.all(LedgerEntries.unchanged(tip), tip.notErasedSince())));
        BigDecimal back = before.returned().subtract(after.returned());
        if (back.signum() == 0) {
            return noted;
        }
        Outcome<?> told = noted.emitting(warning.apply(back));
        return LedgerEntries.isCounted(tip)
                ? told.writing(LedgerEntries.givenBack(tenantId, tip, ids.next(), after))
                        .writing(rereading.apply(tenantId))
                : told;
    }
}
