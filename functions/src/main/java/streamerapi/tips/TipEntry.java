package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.queues.Standing;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;
import streamerapi.tts.TtsQueue;

import java.time.InstantSource;

/// The last step of every tip that enters, new or approved: the TTS queue, and the account's books if it is paid.
final class TipEntry {

    private final TtsQueue queue;
    private final FirstTips firstTips;

    TipEntry(Table table, Ids ids, InstantSource clock) {
        this.queue = new TtsQueue(table, ids, clock);
        this.firstTips = new FirstTips(table);
    }

    /// A tip enters. One without a place in the queue is not heard, and counts all the same.
    ///
    /// @param seen as of [FirstTips#noting]
    /// @param asSeen the condition that the tip's row still is as it was read
    Outcome<Tip> enter(String tenantId, Tip tip, FirstTips.@Nullable Seen seen, Condition asSeen) {
        return LedgerEntries.hasEntries(tip)
                ? firstTips
                        .noting(tenantId, tip, seen, noted -> enter(noted, asSeen))
                        .writing(LedgerEntries.entries(tenantId, tip))
                : enter(tip, asSeen);
    }

    private Outcome<Tip> enter(Tip tip, Condition asSeen) {
        return tip.standing() == Standing.WAITING
                ? queue.enter(tip, asSeen)
                : Outcome.of(tip).writing(Write.put(tip.row()).when(asSeen));
    }
}
