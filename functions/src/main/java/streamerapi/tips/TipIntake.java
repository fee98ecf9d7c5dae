package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaItem;
import streamerapi.moderation.Moderation;
import streamerapi.settings.PaidCurrencies;
import streamerapi.settings.Settings;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;
import streamerapi.tts.Tip;
import streamerapi.viewers.Credits;

import java.time.InstantSource;

/// The way in for every new tip, whatever its source (contract "Tips"): filter, then review, then the queues. A replay
/// is not a new tip: it enters by `TtsQueue.replay`.
public final class TipIntake {

    private final FirstTips firstTips;
    private final TipEntry entry;
    private final TipMedia media;
    private final Moderation moderation;
    private final Ids ids;
    private final InstantSource clock;

    public TipIntake(Table table, TipMedia media, Moderation moderation, Ids ids, InstantSource clock) {
        this.firstTips = new FirstTips(table);
        this.entry = new TipEntry(table, ids, clock);
        this.media = media;
        this.moderation = moderation;
        this.ids = ids;
        this.clock = clock;
    }

    /// The result for a tip that was sent.
    public sealed interface Taken {

        /// It has entered the TTS queue, and its video the media queue under the same id.
        record Entered(Tip tip, @Nullable MediaItem media) implements Taken {}

        /// It waits for a decision.
        record Held(String orderId) implements Taken {}

        /// It stays out. An event says so, and nothing else is left of it: its reference can be sent again.
        record Blocked(String orderId, Tip tip) implements Taken {}
    }

    /// A tip that the account's word filter has read: what is known of it before another service is asked.
    ///
    /// @param seen the account and the donor
    /// @param result of the word filter alone
    /// @param credit the credit that is spent on it; null for none
    public record Filtered(
            String tenantId,
            NewTip sent,
            FirstTips.Seen seen,
            Settings settings,
            FilterResult result,
            Credits.@Nullable Spending credit) {

        /// This tip, with a credit that is spent on it unless it is blocked.
        public Filtered spending(Credits.Spending spent) {
            return new Filtered(tenantId, sent, seen, settings, result, spent);
        }

        /// Whether a moderator decides about the tip, whatever its text is.
        private boolean awaitsDecision() {
            NewTip.Paying paying = sent.paying();
            return settings.holdAll() || (paying != null && paying.awaitsDecision());
        }

        /// The reason for which the tip waits. A payment on hold has that of the check before the payment, and is not
        /// shown to the moderation service again.
        private HeldTip.Reason reason(FilterResult result) {
            NewTip.Paying paying = sent.paying();
            HeldTip.Reason before = paying == null ? null : paying.heldFor();
            return before == null || result.isHeld() ? result.reason() : before;
        }
    }

    /// Reads the account's settings and applies its word filter: the first step, which only reads.
    public Filtered filter(String tenantId, NewTip sent) {
        FirstTips.Seen seen = firstTips.read(tenantId, sent);
        Settings settings = Settings.of(seen.account());
        return new Filtered(tenantId, sent, seen, settings, FilterResult.of(sent, settings), null);
    }

    /// The fate of a tip once it is paid. Nothing is written, and the video is asked for.
    ///
    /// @param calls of the request that asks for the payment
    /// @throws Problem `invalid_media`, or `unavailable` if the video site does not answer
    public Prospect foresee(Filtered filtered, ExternalCalls calls) {
        FilterResult result = moderate(filtered, calls);
        if (result.isBlocked()) {
            return new Prospect.StaysOut();
        }
        video(filtered, newTip(filtered), calls);
        return isHeld(filtered, result) ? new Prospect.Waits(result.reason()) : new Prospect.Enters();
    }

    /// Takes a tip in, holds it, or blocks it. The account's moderation service is asked about its text, and the video
    /// site about its video.
    ///
    /// @param calls of the request or message that brought the tip
    /// @throws Problem `invalid_media`, or `unavailable` if the video site does not answer; when committed,
    /// `duplicate_external_ref` with `order_id` if its reference was sent before, and `insufficient_credits`
    public Outcome<Taken> take(Filtered filtered, ExternalCalls calls) {
        FilterResult result = moderate(filtered, calls);
        Tip tip = result.on(newTip(filtered));
        Outcome<Taken> taken = result.isBlocked() ? block(filtered, result, tip) : accept(filtered, result, tip, calls);
        return taken.ofTest(tip.isTest());
    }

    /// Asks the moderation service. A tip that is blocked or held in any case is not shown to it.
    private FilterResult moderate(Filtered filtered, ExternalCalls calls) {
        FilterResult result = filtered.result;
        if (result.isBlocked() || isHeld(filtered, result)) {
            return result;
        }
        NewTip sent = filtered.sent;
        NewTip.Donor donor = sent.donor();
        Moderation.Question question = new Moderation.Question(
                filtered.tenantId,
                sent.source(),
                sent.name(),
                sent.message(),
                donor == null ? null : donor.platform(),
                donor == null ? null : donor.userId());
        return result.and(moderation.ask(question, filtered.settings.moderation(), calls));
    }

    private static boolean isHeld(Filtered filtered, FilterResult result) {
        return result.isHeld() || filtered.awaitsDecision();
    }

    private Tip newTip(Filtered filtered) {
        return filtered.sent.tip(filtered.tenantId, ids.nextOrder("tip"), clock.instant(), filtered.settings);
    }

    private @Nullable MediaItem video(Filtered filtered, Tip tip, ExternalCalls calls) {
        return media.of(filtered.tenantId, tip, filtered.sent.media(), filtered.settings.bannedMedia(), calls);
    }

    /// The tip stays out, and its reference stays free.
    private static Outcome<Taken> block(Filtered filtered, FilterResult result, Tip tip) {
        Outcome<Taken> blocked = Outcome.<Taken>of(new Taken.Blocked(tip.orderId(), tip))
                .emitting(TipBlocked.EVENT, result.blocked(tip));
        return TipReference.once(filtered.tenantId, filtered.sent.reference(), null, blocked);
    }

    /// The tip enters or is held, with its video and the credit that is spent on it.
    private Outcome<Taken> accept(Filtered filtered, FilterResult result, Tip sentTip, ExternalCalls calls) {
        NewTip sent = filtered.sent;
        Outcome<String> spent =
                filtered.credit == null ? null : filtered.credit.on(sentTip.orderId(), sentTip.message());
        Tip tip = spent == null
                ? sentTip
                : sentTip.with(Tip.IS_SUB_REWARD, true).with(Credits.REWARD_ENTRY, spent.value());
        MediaItem video = video(filtered, tip, calls);
        Outcome<Taken> taken =
                isHeld(filtered, result) ? hold(filtered, result, tip, video) : enter(filtered, tip, video);
        taken = EarlyEnds.withRefunds(taken, filtered.tenantId, tip, sent, clock.instant());
        if (result.isReplaced()) {
            taken = taken.emittingFirst(TipFiltered.EVENT, result.filtered(tip));
        }
        if (sent.isPaid()) {
            taken = PaidCurrencies.noting(filtered.seen.account(), tip.currency())
                    .map(taken::writing)
                    .orElse(taken);
        }
        if (spent != null) {
            taken = taken.and(spent);
        }
        return TipReference.once(filtered.tenantId, sent.reference(), tip.orderId(), taken);
    }

    /// The tip enters the TTS queue, and its video the media queue.
    private Outcome<Taken> enter(Filtered filtered, Tip tip, @Nullable MediaItem video) {
        Tip converted = Conversion.entering(tip, filtered.settings);
        Outcome<Taken> entered = entry.enter(filtered.tenantId, converted, filtered.seen, Condition.noRow())
                .map(noted -> new Taken.Entered(noted, video));
        return video == null ? entered : entered.and(media.enter(video));
    }

    /// The tip waits for a decision, and its video with it, in no queue. One whose payment has ended before it came is
    /// decided at once.
    private Outcome<Taken> hold(Filtered filtered, FilterResult result, Tip tip, @Nullable MediaItem video) {
        boolean hasMedia = video != null;
        NewTip.Paying paying = filtered.sent.paying();
        if (paying != null && paying.isOver()) {
            return EarlyEnds.decided(tip, filtered.reason(result), hasMedia, paying, clock.instant());
        }
        PaymentState payment = paying == null ? PaymentState.NONE : paying.state();
        Outcome<Taken> held = HeldTip.hold(tip, filtered.reason(result), hasMedia, payment, clock.instant())
                .map(parked -> new Taken.Held(parked.tip().orderId()));
        return video == null ? held : held.and(media.park(video));
    }
}
