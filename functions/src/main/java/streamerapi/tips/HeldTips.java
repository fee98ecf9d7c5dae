package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.effects.Effects;
import streamerapi.filter.WordFilter;
import streamerapi.media.MediaItem;
import streamerapi.queues.QueueIndex;
import streamerapi.queues.Standing;
import streamerapi.settings.FilterSettings;
import streamerapi.settings.Settings;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.tts.Tip;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The tips that wait for a decision, and the decisions (spec "Held tips"). Of many who decide at once, one
/// does.
public final class HeldTips {

    private final Table table;
    private final Decisions decisions;
    private final HeldPayments payments;
    private final Effects effects;
    private final InstantSource clock;

    HeldTips(Table table, Decisions decisions, HeldPayments payments, Effects effects, InstantSource clock) {
        this.table = table;
        this.decisions = decisions;
        this.payments = payments;
        this.effects = effects;
        this.clock = clock;
    }

    /// A page of the tips that wait, the newest first.
    ///
    /// @param before the last page's `next_cursor`, or null; a tip that was decided since still marks its place
    CursorPage<HeldTip> page(String tenantId, int limit, @Nullable String before) {
        String bound = null;
        if (before != null) {
            HeldTip last = HeldTip.find(table, tenantId, before);
            if (last == null) {
                throw QueueIndex.unknownCursor("before");
            }
            bound = Objects.requireNonNull(last.tip().inReview().place());
        }
        List<Row> found = table.query(Query.places(Keys.account(tenantId), Tip.INDEX.prefix(Standing.IN_REVIEW))
                .newestFirst()
                .after(bound)
                .limit(limit + 1));
        List<HeldTip> held =
                found.stream().map(row -> new HeldTip(new Tip(row))).toList();
        return CursorPage.of(held, limit, item -> item.tip().orderId());
    }

    /// The tips that wait longest, as their list has them, with the words of the filter that each has, whether the
    /// moderation service held it, and what its video is.
    ///
    /// @param limit at most 100: their videos are read in one call
    public Map<String, @Nullable Object> oldest(String tenantId, int limit) {
        List<Row> found = table.query(Query.places(Keys.account(tenantId), Tip.INDEX.prefix(Standing.IN_REVIEW))
                .limit(limit + 1));
        FilterSettings settings = Settings.read(table, tenantId).filter();
        WordFilter filter = new WordFilter(settings.replace(), settings.block());
        List<HeldTip> held = found.stream()
                .limit(limit)
                .map(row -> new HeldTip(new Tip(row)))
                .toList();
        Map<Key, Row> videos = table.getAll(held.stream()
                .filter(HeldTip::hasMedia)
                .map(tip -> video(tenantId, tip))
                .toArray(Key[]::new));
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put(
                "tips",
                held.stream()
                        .map(tip -> shown(tip, videos.get(video(tenantId, tip)), filter))
                        .toList());
        body.put("has_more", found.size() > limit);
        return body;
    }

    private static Key video(String tenantId, HeldTip held) {
        return Keys.queued(tenantId, Keys.MEDIA, held.tip().orderId());
    }

    private static Map<String, @Nullable Object> shown(HeldTip held, @Nullable Row video, WordFilter filter) {
        Map<String, @Nullable Object> json = HeldTip.LISTED.json(held);
        String text = json.get("name") + "\n" + Objects.requireNonNullElse(json.get("message"), "");
        WordFilter.Verdict verdict = filter.judge(text);
        json.put(
                "matches",
                Stream.concat(verdict.replaced().stream(), verdict.blocked().stream())
                        .distinct()
                        .toList());
        json.put("by_moderation", held.isByModeration());
        for (Attribute<String> field : MediaItem.SHOWN_IN_REVIEW) {
            json.put(field.name(), video == null ? null : video.find(field));
        }
        return json;
    }

    /// Lets a tip in. If its processor holds the money, it is captured first: the tip is let in when the processor did
    /// it, has expired if the processor refuses, and is `capturing` until one of the two is known.
    ///
    /// @param allowTts whether it enters the TTS queue; if not, it counts and is not heard
    /// @param allowMedia whether its media enters the media queue; a video that the account has banned since does not
    /// @param by who decides
    Outcome<HeldTip.Decision> approve(String tenantId, String orderId, boolean allowTts, boolean allowMedia, Actor by) {
        HeldTip held = undecided(tenantId, orderId);
        if (held.payment() != PaymentState.HELD) {
            return decisions.letIn(tenantId, held, held, allowTts, allowMedia);
        }
        Effect capture = held.effect(EffectAction.CAPTURE).atOnce();
        return Outcome.of(HeldTip.Decision.CAPTURING)
                .writing(held.waiting(PendingDecision.approval(allowTts, allowMedia, by), PaymentState.CAPTURING))
                .asking(capture)
                .then(effects.awaited(tenantId, capture, result -> payments.captureSettled(tenantId, capture, result)));
    }

    /// Rejects a tip for good. Money that its processor holds is released.
    ///
    /// @param reason what the moderator says of it, or null
    /// @param isRefunded whether money that was captured is asked back
    /// @param by as of [#approve]
    /// @throws Problem `not_refundable` if the money is to be asked back and none was captured
    Outcome<HeldTip.Decision> reject(
            String tenantId, String orderId, @Nullable String reason, boolean isRefunded, Actor by) {
        HeldTip held = undecided(tenantId, orderId);
        if (held.payment() == PaymentState.HELD) {
            return releasing(tenantId, held, PendingDecision.rejection(reason, by));
        }
        if (!isRefunded) {
            Instant now = clock.instant();
            HeldTip decided = held.decided(HeldTip.Decision.REJECTED, reason, now);
            Outcome<HeldTip.Decision> rejected = decisions.keepOut(tenantId, held, decided);
            return KeptOutCharge.of(decided.tip()) == null
                    ? rejected
                    : rejected.writing(PaymentWarnings.rejectedWithoutRefund(tenantId, decided.tip(), now));
        }
        RefundState.Asked asked = Refunds.ask(held.tip(), null);
        HeldTip refunding = new HeldTip(asked.state().on(held.tip()));
        return decisions
                .keepOut(tenantId, held, refunding.decided(HeldTip.Decision.REJECTED, reason, clock.instant()))
                .asking(asked.effect());
    }

    private Outcome<HeldTip.Decision> releasing(String tenantId, HeldTip held, PendingDecision decision) {
        Effect release = held.effect(EffectAction.RELEASE).atOnce();
        return Outcome.of(decision.decision())
                .writing(held.waiting(decision, PaymentState.HELD))
                .asking(release)
                .then(effects.awaited(tenantId, release, result -> payments.releaseSettled(tenantId, release, result)));
    }

    /// Decides a tip whose payment has been held for [HeldPayments#timeout], if it still waits for a decision: it has
    /// expired. The processor is asked to release the money.
    public Outcome<?> holdTimedOut(String tenantId, String orderId) {
        HeldTip held = waiting(tenantId, orderId);
        if (held == null || !held.payment().isOnHold()) {
            return Outcome.empty();
        }
        if (held.payment() == PaymentState.HELD) {
            return held.pending() == null ? releasing(tenantId, held, PendingDecision.expiry()) : Outcome.empty();
        }
        Effect release = held.effect(EffectAction.RELEASE);
        Outcome<?> expired = decisions.keepOut(
                tenantId, held, held.with(PaymentState.HELD).decided(HeldTip.Decision.EXPIRED, null, clock.instant()));
        return effects.find(tenantId, release.subject()) == null ? expired.asking(release) : expired;
    }

    /// Rejects a tip whose payment was given back.
    ///
    /// @param held the tip as it stands
    /// @param refunded the same with its refunds
    /// @throws Problem `unavailable` while its processor is asked to release the payment
    Outcome<HeldTip.Decision> refunded(String tenantId, HeldTip held, Tip refunded, TipRefunded.Reason reason) {
        if (held.payment() == PaymentState.HELD && held.pending() != null) {
            throw Problem.of(ErrorCode.UNAVAILABLE);
        }
        HeldTip rejected = new HeldTip(refunded)
                .with(held.payment() == PaymentState.NONE ? PaymentState.NONE : PaymentState.CAPTURED)
                .decided(HeldTip.Decision.REJECTED, reason.label(), clock.instant());
        return decisions.keepOut(tenantId, held, rejected);
    }

    private @Nullable HeldTip waiting(String tenantId, String orderId) {
        HeldTip held = HeldTip.find(table, tenantId, orderId);
        return held == null || held.isDecided() ? null : held;
    }

    /// @throws Problem `not_found` for a tip that was never held, `already_resolved` for one that was decided, or waits
    /// for its processor
    private HeldTip undecided(String tenantId, String orderId) {
        HeldTip held = HeldTip.find(table, tenantId, orderId);
        if (held == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        if (held.isDecided() || held.pending() != null) {
            throw Problem.of(ErrorCode.ALREADY_RESOLVED);
        }
        return held;
    }
}
