package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaItem;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;
import streamerapi.viewers.Credits;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/// The two ways in which a held tip leaves the review: it is let in, or kept out.
final class Decisions {

    private final Table table;
    private final TipEntry entry;
    private final TipMedia media;
    private final Credits credits;
    private final Function<String, List<Write>> rereading;
    private final Ids ids;
    private final InstantSource clock;

    /// @param rereading the writes that have an account's overlays read its sums anew
    Decisions(Table table, TipMedia media, Function<String, List<Write>> rereading, Ids ids, InstantSource clock) {
        this.table = table;
        this.entry = new TipEntry(table, ids, clock);
        this.media = media;
        this.rereading = rereading;
        this.credits = new Credits(table, ids, clock);
        this.ids = ids;
        this.clock = clock;
    }

    /// The parts of a held tip that are let in.
    ///
    /// @param toTts whether it enters the TTS queue; if not, it counts and is not heard
    /// @param video its video, which enters the media queue; null if none does
    record Admission(boolean toTts, @Nullable MediaItem video) {}

    /// Lets a tip in.
    ///
    /// @param seen the tip as it was read
    /// @param paid the same, with its payment as it is by now
    /// @param allowTts whether it enters the TTS queue; if not, it counts and is not heard
    /// @param allowMedia whether its media enters the media queue; a video that the account has banned since does not
    Outcome<HeldTip.Decision> letIn(String tenantId, HeldTip seen, HeldTip paid, boolean allowTts, boolean allowMedia) {
        HeldTip approved = paid.decided(HeldTip.Decision.APPROVED, null, clock.instant());
        MediaItem video = allowMedia && paid.hasMedia()
                ? media.parked(tenantId, paid.tip().orderId())
                : null;
        boolean mediaAllowed = allowMedia && (video != null || !paid.hasMedia());
        return Outcome.of(HeldTip.Decision.APPROVED)
                .emitting(TipReviewed.EVENT, TipReviewed.of(approved, allowTts, mediaAllowed))
                .and(admit(tenantId, approved, seen.stillUndecided(), new Admission(allowTts, video)))
                .ofTest(approved.tip().isTest());
    }

    /// A tip that was held enters. Its video is dropped, unless it is let in too. No event tells overlays of a tip that
    /// is not heard, so they are told that the sums changed.
    ///
    /// @param decided the tip, in its place in the review
    /// @param asSeen the condition that the tip's row still is as it was read
    Outcome<Tip> admit(String tenantId, HeldTip decided, Condition asSeen, Admission admission) {
        Tip tip = Conversion.isPossible(decided.tip())
                ? Conversion.entering(decided.tip(), Settings.read(table, tenantId))
                : decided.tip();
        String turn = Ids.orderTime(ids.nextOrder("tip"));
        Instant now = clock.instant();
        Tip entering =
                admission.toTts() ? tip.waitingSince(now, turn) : tip.nowhere().with(Tip.QUEUED_AT, now);
        Outcome<Tip> entered = entry.enter(tenantId, entering, null, asSeen);
        if (!admission.toTts() && LedgerEntries.hasEntries(entering)) {
            entered = entered.writing(rereading.apply(tenantId));
        }
        if (!decided.hasMedia()) {
            return entered;
        }
        return admission.video() == null
                ? entered.and(media.drop(tenantId, tip.orderId()))
                : entered.and(media.letIn(admission.video(), turn));
    }

    /// Keeps a tip out, and the video that came with it. A credit that was spent on it is given back.
    ///
    /// @param seen the tip as it was read
    /// @param decided the same, decided
    Outcome<HeldTip.Decision> keepOut(String tenantId, HeldTip seen, HeldTip decided) {
        Tip tip = decided.tip();
        Outcome<HeldTip.Decision> out = Outcome.of(decided.decision())
                .emitting(TipReviewed.EVENT, TipReviewed.of(decided, false, false))
                .writing(Write.put(tip.nowhere().row()).when(seen.stillUndecided()));
        if (tip.isSubReward()) {
            out = out.and(
                    credits.giveBack(tenantId, tip.platform(), tip.platformUserId(), tip.find(Credits.REWARD_ENTRY)));
        }
        if (decided.hasMedia()) {
            out = out.and(media.drop(tenantId, tip.orderId()));
        }
        return out.ofTest(tip.isTest());
    }
}
