package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.media.MediaItem;
import streamerapi.moderation.Moderation;
import streamerapi.settings.ModerationSettings;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.PaymentKeys;
import streamerapi.shared.storage.Row;
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

    public TipIntake(Table table, TtsQueue queue, TipMedia media, Moderation moderation, Ids ids, InstantSource clock) {
        this.moderation = moderation;
        this.table = table;
        this.queue = queue;
        this.media = media;
        this.ids = ids;
        this.clock = clock;
        this.credits = new Credits(table, ids, clock);
    }

    /// What became of a tip that was sent.
    public sealed interface Taken {

        /// It has entered the TTS queue, and its video the media queue under the same id.
        record Entered(Tip tip, @Nullable MediaItem media) implements Taken {}

        /// It waits for a decision.
        record Held(String orderId) implements Taken {}

        /// It stays out. An event says so, and nothing else is left of it: its reference can be sent again.
        record Blocked(String orderId) implements Taken {}
    }

    /// Takes a tip in, parks it, or keeps it out.
    ///
    /// @throws Problem `invalid_media`, or `unavailable` if the video site does not answer; when committed,
    /// `duplicate_external_ref` with `order_id` if its reference was sent before
    public Outcome<Taken> take(String tenantId, NewTip sent) {
        return take(tenantId, sent, () -> {});
    }

    /// As above, for a caller of whom it is not known yet whether the tip may be sent.
    ///
    /// @param admitted called before another service is asked about the tip
    Outcome<Taken> take(String tenantId, NewTip sent, Runnable admitted) {
        return take(tenantId, sent, null, admitted);
    }

    /// Takes a tip in that a credit is spent on. A tip that stays out costs no credit.
    ///
    /// @throws Problem as above, and `insufficient_credits` when committed
    public Outcome<Taken> takeReward(String tenantId, NewTip sent, Credits.Spending credit) {
        return take(tenantId, sent, credit, () -> {});
    }

    private Outcome<Taken> take(String tenantId, NewTip sent, Credits.@Nullable Spending credit, Runnable admitted) {
        Outcome<Taken> taken = judged(tenantId, sent, credit, admitted);
        return sent.source().equals(Tip.TEST) ? taken.ofTest() : taken;
    }

    private Outcome<Taken> judged(String tenantId, NewTip sent, Credits.@Nullable Spending credit, Runnable admitted) {
        Settings settings = Settings.read(table, tenantId);
        boolean awaitsDecision =
                settings.holdAll() || (sent.paying() != null && sent.paying().awaitsDecision());
        Judgement filtered = Judgement.of(sent, settings);
        Judgement judgement = awaitsDecision || filtered.isBlocked() || filtered.isHeld()
                ? filtered
                : moderated(tenantId, filtered, settings.moderation(), admitted);
        Tip tip = judgement.on(tip(tenantId, sent, settings));
        if (judgement.isBlocked()) {
            Outcome<Taken> blocked =
                    Outcome.<Taken>of(new Taken.Blocked(tip.orderId())).emitting(judgement.blocked(tip));
            return once(tenantId, sent.reference(), null, blocked);
        }
        Outcome<String> spent =
                credit == null ? null : credit.on(tip.orderId(), tip.row().textOrNull("message"));
        if (spent != null) {
            tip = tip.with("is_sub_reward", true).with(Credits.REWARD_ENTRY, spent.value());
        }
        MediaItem item = media.of(tenantId, tip, sent.media(), settings.bannedMedia());
        Outcome<Taken> taken =
                judgement.isHeld() || awaitsDecision ? park(judgement, tip, item) : enter(tenantId, tip, item);
        Outcome<Taken> told = judgement.isReplaced()
                ? Outcome.of(taken.value()).emitting(judgement.filtered(tip)).and(taken)
                : taken;
        if (spent != null) {
            told = told.and(spent);
        }
        return once(tenantId, sent.reference(), tip.orderId(), told);
    }

    /// What the account's moderation service says besides. A tip that stays out or waits in any case is not shown to
    /// it.
    private Judgement moderated(String tenantId, Judgement filtered, ModerationSettings settings, Runnable admitted) {
        if (!settings.enabled()) {
            return filtered;
        }
        admitted.run();
        NewTip sent = filtered.sent();
        NewTip.Donor donor = sent.donor();
        return filtered.and(moderation.ask(
                new Moderation.Question(
                        tenantId,
                        sent.source(),
                        sent.name(),
                        sent.message(),
                        donor == null ? null : donor.platform(),
                        donor == null ? null : donor.userId()),
                settings));
    }

    /// Whether a paid tip with the texts of this one would wait for a moderator, be changed or be kept out. A tip that
    /// the account's moderation service would be asked about waits too.
    boolean mustWait(String tenantId, Tip tip) {
        Settings settings = Settings.read(table, tenantId);
        return settings.holdAll() || settings.moderation().enabled() || Judgement.matches(tip, settings);
    }

    /// Lets a tip in that was held.
    ///
    /// @param held the tip, decided, in its place in the review
    /// @param asSeen that it still is undecided
    /// @param heard whether it enters the TTS queue
    /// @param seen the video that came with it and enters the media queue; null if none does
    Outcome<Tip> letIn(String tenantId, HeldTip held, Condition asSeen, boolean heard, @Nullable MediaItem seen) {
        Tip tip = held.tip();
        String turn = Ids.orderTime(ids.nextOrder("tip"));
        Instant now = clock.instant();
        Tip entering = heard ? tip.waitingSince(now, turn) : tip.nowhere().with("queued_at", now);
        Outcome<Tip> entered = enter(tenantId, entering, asSeen, heard);
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
        if (tip.row().flag("is_sub_reward")) {
            out = out.and(credits.giveBack(tenantId, tip.row()));
        }
        return held.hasMedia() ? out.and(media.drop(tenantId, tip.orderId())) : out;
    }

    private Outcome<Taken> enter(String tenantId, Tip tip, @Nullable MediaItem item) {
        Outcome<Taken> entered =
                enter(tenantId, tip, Condition.noRow(), true).map(heard -> new Taken.Entered(heard, item));
        return item == null ? entered : entered.and(media.enter(item));
    }

    /// A tip enters: the one place where any does. What was paid is entered in the account's books.
    private Outcome<Tip> enter(String tenantId, Tip tip, Condition asSeen, boolean heard) {
        Outcome<Tip> entered = heard
                ? queue.enter(tip, asSeen)
                : Outcome.of(tip).writing(Write.put(tip.row()).when(asSeen));
        return Paid.isCounted(tip) ? entered.writing(Paid.entries(tenantId, tip)) : entered;
    }

    /// The video waits with its tip, in no queue.
    private Outcome<Taken> park(Judgement judgement, Tip tip, @Nullable MediaItem item) {
        HeldTip.Reason reason = judgement.reason();
        NewTip.Paying paying = judgement.sent().paying();
        PaymentState state = paying == null ? PaymentState.NONE : paying.state();
        Outcome<Taken> parked = HeldTip.hold(tip, reason, item != null, state, clock.instant())
                .map(held -> new Taken.Held(held.tip().orderId()));
        return item == null ? parked : parked.and(media.park(item));
    }

    private Tip tip(String tenantId, NewTip sent, Settings settings) {
        Instant now = clock.instant();
        NewTip.Reference reference = sent.reference();
        NewTip.Donor donor = sent.donor();
        return Tip.waiting(tenantId, ids.nextOrder("tip"), now)
                .with("source", sent.source())
                .with("name", sent.name())
                .with("amount", sent.amount())
                .with("currency", sent.currency() == null ? settings.currency() : sent.currency())
                .with("message", sent.message())
                .with("external_source", reference == null ? null : reference.source())
                .with("external_ref", reference == null ? null : reference.id())
                .with("is_paid", sent.isPaid())
                .with(
                        HeldTip.PAYMENT_ID,
                        sent.paying() == null ? null : sent.paying().id())
                .with("platform", donor == null ? null : donor.platform())
                .with("platform_user_id", donor == null ? null : donor.userId());
    }

    /// Holds a tip to its reference's being new.
    ///
    /// @param orderId whose the reference is from now on; null if it stays free
    private static Outcome<Taken> once(
            String tenantId, NewTip.@Nullable Reference reference, @Nullable String orderId, Outcome<Taken> outcome) {
        String id = reference == null ? null : reference.id();
        if (reference == null || id == null) {
            return outcome;
        }
        String source = reference.source();
        Key key = PaymentKeys.reference(tenantId, source == null ? "" : source, id);
        Write write = orderId == null ? Write.check(key) : Write.put(Row.of(key).with("order_id", orderId));
        return outcome.writing(write.when(Condition.noRow())
                .orElse(earlier -> Problem.of(ErrorCode.DUPLICATE_EXTERNAL_REF)
                        .with("order_id", earlier == null ? null : earlier.text("order_id"))));
    }
}
