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
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;
import streamerapi.tts.TtsQueue;
import streamerapi.viewers.Credits;

import java.time.Instant;
import java.time.InstantSource;

/// The way in for every new tip, whatever its source (contract "Tips"): filter, then review, then the queues. A replay
/// is not a new tip: it enters by [TtsQueue#replay].
public final class TipIntake {
    private final Table table;
    private final TtsQueue queue;
    private final TipMedia media;
    private final Ids ids;
    private final InstantSource clock;
    private final Credits credits;
    private final Moderation moderation;
    private final FirstTips firstTips;

    public TipIntake(Table table, TtsQueue queue, TipMedia media, Moderation moderation, Ids ids, InstantSource clock) {
        this.moderation = moderation;
        this.table = table;
        this.queue = queue;
        this.media = media;
        this.ids = ids;
        this.clock = clock;
        this.credits = new Credits(table, ids, clock);
        this.firstTips = new FirstTips(table);
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
    public static final class Filtered {
        private final String tenantId;
        private final FirstTips.Seen seen;
        private final Settings settings;
        private final FilterResult judgement;

        private Filtered(String tenantId, FirstTips.Seen seen, NewTip sent) {
            this.tenantId = tenantId;
            this.seen = seen;
            this.settings = Settings.of(seen.account());
            this.judgement = FilterResult.of(sent, settings);
        }

        private NewTip sent() {
            return judgement.sent();
        }

        /// Whether the tip waits for a moderator whatever is said of its text.
        private boolean awaitsDecision() {
            NewTip.Paying paying = sent().paying();
            return settings.holdAll() || (paying != null && paying.awaitsDecision());
        }
    }

    /// Reads the account's settings and applies its word filter: the first step, which only reads.
    public Filtered filter(String tenantId, NewTip sent) {
        return new Filtered(tenantId, firstTips.read(tenantId, sent), sent);
    }

    /// Takes a tip in, parks it, or keeps it out. The account's moderation service is asked about its text, and the
    /// video site about its video.
    ///
    /// @param calls of the request or message that brought the tip
    /// @throws Problem `invalid_media`, or `unavailable` if the video site does not answer; when committed,
    /// `duplicate_external_ref` with `order_id` if its reference was sent before
    public Outcome<Taken> take(Filtered tip, ExternalCalls calls) {
        return take(tip, null, calls);
    }

    /// Takes a tip in that a credit is spent on. A tip that stays out costs no credit.
    ///
    /// @throws Problem as of [#take], and `insufficient_credits` when committed
    public Outcome<Taken> takeReward(Filtered tip, Credits.Spending credit, ExternalCalls calls) {
        return take(tip, credit, calls);
    }

    /// The fate of a tip once it is paid. Nothing is written, and the video is asked for.
    ///
    /// @param calls of the request that asks for the payment
    /// @throws Problem `invalid_media`, or `unavailable` if the video site does not answer
    public Prospect foresee(Filtered tip, ExternalCalls calls) {
        FilterResult judgement = moderated(tip, calls);
        if (judgement.isBlocked()) {
            return Prospect.STAYS_OUT;
        }
        Tip foreseen = tip(tip.tenantId, tip.sent(), tip.settings);
        media.of(tip.tenantId, foreseen, tip.sent().media(), tip.settings.bannedMedia(), calls);
        return judgement.isHeld() || tip.awaitsDecision() ? Prospect.WAITS : Prospect.ENTERS;
    }

    private Outcome<Taken> take(Filtered filtered, Credits.@Nullable Spending credit, ExternalCalls calls) {
        NewTip sent = filtered.sent();
        FilterResult judgement = moderated(filtered, calls);
        Tip tip = judgement.on(tip(filtered.tenantId, sent, filtered.settings));
        Outcome<Taken> taken = judgement.isBlocked()
                ? TipReference.once(filtered.tenantId, sent.reference(), null, block(judgement, tip))
                : TipReference.once(
                        filtered.tenantId,
                        sent.reference(),
                        tip.orderId(),
                        admit(filtered, judgement, tip, credit, calls));
        return taken.ofTest(tip.isTest());
    }

    /// The filter's judgement and the moderation service's. A tip that stays out or waits in any case is not shown to
    /// the service.
    private FilterResult moderated(Filtered filtered, ExternalCalls calls) {
        FilterResult judgement = filtered.judgement;
        if (filtered.awaitsDecision() || judgement.isBlocked() || judgement.isHeld()) {
            return judgement;
        }
        NewTip sent = judgement.sent();
        NewTip.Donor donor = sent.donor();
        Moderation.Question question = new Moderation.Question(
                filtered.tenantId,
                sent.source(),
                sent.name(),
                sent.message(),
                donor == null ? null : donor.platform(),
                donor == null ? null : donor.userId());
        return judgement.and(moderation.ask(question, filtered.settings.moderation(), calls));
    }

    private static Outcome<Taken> block(FilterResult judgement, Tip tip) {
        return Outcome.<Taken>of(new Taken.Blocked(tip.orderId(), tip))
                .emitting(TipBlocked.EVENT, judgement.blocked(tip));
    }

    /// A tip that is not blocked enters the queue or waits for a decision, with its video and the credit spent on it.
    private Outcome<Taken> admit(
            Filtered filtered,
            FilterResult judgement,
            Tip tip,
            Credits.@Nullable Spending credit,
            ExternalCalls calls) {
        String tenantId = filtered.tenantId;
        Outcome<String> spent = credit == null ? null : credit.on(tip.orderId(), tip.message());
        Tip paid = spent == null ? tip : tip.with(Tip.IS_SUB_REWARD, true).with(Credits.REWARD_ENTRY, spent.value());
        MediaItem item = media.of(tenantId, paid, judgement.sent().media(), filtered.settings.bannedMedia(), calls);
        Outcome<Taken> admitted = judgement.isHeld() || filtered.awaitsDecision()
                ? park(judgement, Conversion.waiting(paid, filtered.settings), item)
                : EarlyEnds.told(
                        enter(filtered, Conversion.entering(paid, filtered.settings), item), paid, judgement.sent());
        Outcome<Taken> told = judgement.isReplaced()
                ? Outcome.of(admitted.value())
                        .emitting(TipFiltered.EVENT, judgement.filtered(paid))
                        .and(admitted)
                : admitted;
        NewTip sent = filtered.sent();
        Outcome<Taken> noted = sent.isPaid() || sent.paying() != null
                ? PaidCurrencies.noting(filtered.seen.account(), tip.currency())
                        .map(told::writing)
                        .orElse(told)
                : told;
        return spent == null ? noted : noted.and(spent);
    }

    /// Whether a paid tip with the texts of this one would wait for a moderator, be changed or be kept out. A tip that
    /// the account's moderation service would be asked about waits too.
    boolean mustWait(String tenantId, Tip tip) {
        Settings settings = Settings.read(table, tenantId);
        return settings.holdAll() || settings.moderation().enabled() || FilterResult.matches(tip, settings);
    }

    /// Lets a tip in that was held.
    ///
    /// @param held the tip, decided, in its place in the review
    /// @param asSeen that it still is undecided
    /// @param heard whether it enters the TTS queue
    /// @param seen the video that came with it and enters the media queue; null if none does
    Outcome<Tip> letIn(String tenantId, HeldTip held, Condition asSeen, boolean heard, @Nullable MediaItem seen) {
        Tip tip = Conversion.isAwaited(held.tip())
                ? Conversion.entering(held.tip(), Settings.read(table, tenantId))
                : held.tip();
        String turn = Ids.orderTime(ids.nextOrder("tip"));
        Instant now = clock.instant();
        Tip entering = heard ? tip.waitingSince(now, turn) : tip.nowhere().with(Tip.QUEUED_AT, now);
        Outcome<Tip> entered = enter(tenantId, entering, null, asSeen, heard);
        if (!held.hasMedia()) {
            return entered;
        }
        return seen == null ? entered.and(media.drop(tenantId, tip.orderId())) : entered.and(media.letIn(seen, turn));
    }

    /// The video that waits with a held tip; null if none came, or the account has banned it since.
    @Nullable
    MediaItem video(String tenantId, HeldTip held) {
        return held.hasMedia() ? media.parked(tenantId, held.tip().orderId()) : null;
    }

    /// Keeps a tip out that was held, and the video that came with it; a credit that was spent on it is given back.
    ///
    /// @param held as of [#letIn]
    /// @param asSeen as of [#letIn]
    Outcome<Tip> keepOut(String tenantId, HeldTip held, Condition asSeen) {
        Tip tip = held.tip();
        Outcome<Tip> out =
                Outcome.of(tip).writing(Write.put(tip.nowhere().row()).when(asSeen));
        if (tip.isSubReward()) {
            out = out.and(
                    credits.giveBack(tenantId, tip.platform(), tip.platformUserId(), tip.find(Credits.REWARD_ENTRY)));
        }
        return held.hasMedia() ? out.and(media.drop(tenantId, tip.orderId())) : out;
    }

    private Outcome<Taken> enter(Filtered filtered, Tip tip, @Nullable MediaItem item) {
        Outcome<Taken> entered = enter(filtered.tenantId, tip, filtered.seen, Condition.noRow(), true)
                .map(heard -> new Taken.Entered(heard, item));
        return item == null ? entered : entered.and(media.enter(item));
    }

    /// A tip enters: the one place where any does. The payment is entered in the account's books.
    private Outcome<Tip> enter(
            String tenantId, Tip tip, FirstTips.@Nullable Seen seen, Condition asSeen, boolean heard) {
        if (!LedgerEntries.hasEntries(tip)) {
            return enter(tip, asSeen, heard);
        }
        return firstTips
                .noting(tenantId, tip, seen, noted -> enter(noted, asSeen, heard))
                .writing(LedgerEntries.entries(tenantId, tip));
    }

    private Outcome<Tip> enter(Tip tip, Condition asSeen, boolean heard) {
        return heard
                ? queue.enter(tip, asSeen)
                : Outcome.of(tip).writing(Write.put(tip.row()).when(asSeen));
    }

    /// The video waits with its tip, in no queue.
    private Outcome<Taken> park(FilterResult judgement, Tip tip, @Nullable MediaItem item) {
        HeldTip.Reason reason = judgement.reason();
        NewTip.Paying paying = judgement.sent().paying();
        PaymentState state = paying == null ? PaymentState.NONE : paying.state();
        if (paying != null && paying.isOver()) {
            return EarlyEnds.told(
                    EarlyEnds.decided(tip, reason, item != null, paying, clock.instant()), tip, judgement.sent());
        }
        Outcome<Taken> parked = HeldTip.hold(tip, reason, item != null, state, clock.instant())
                .map(held -> new Taken.Held(held.tip().orderId()));
        return item == null ? parked : parked.and(media.park(item));
    }

    private Tip tip(String tenantId, NewTip sent, Settings settings) {
        Instant now = clock.instant();
        NewTip.Reference reference = sent.reference();
        NewTip.Donor donor = sent.donor();
        Tip tip = Tip.waiting(tenantId, ids.nextOrder("tip"), now)
                .with(Tip.SOURCE, sent.source())
                .with(Tip.NAME, sent.name())
                .with(Tip.AMOUNT, sent.amount())
                .with(Tip.CURRENCY, sent.currency() == null ? settings.currency() : sent.currency())
                .with(Tip.MESSAGE, sent.message())
                .with(Tip.EXTERNAL_SOURCE, reference == null ? null : reference.source())
                .with(Tip.EXTERNAL_REF, reference == null ? null : reference.id())
                .with(Tip.IS_PAID, sent.isPaid())
                .with(Tip.PLATFORM, donor == null ? null : donor.platform())
                .with(Tip.PLATFORM_USER_ID, donor == null ? null : donor.userId());
        return sent.paying() == null ? tip : EarlyEnds.paid(tip, sent, sent.paying());
    }
}
