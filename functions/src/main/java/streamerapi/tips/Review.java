package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.filter.WordFilter;
import streamerapi.media.MediaItem;
import streamerapi.queues.Lane;
import streamerapi.settings.FilterSettings;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The tips that wait for a decision, and the decisions (spec "Held tips"). Of many who decide at once, one
/// does.
public final class Review {

    private final Table table;
    private final TipIntake intake;
    private final Holds holds;
    private final InstantSource clock;

    public Review(Table table, TipIntake intake, Holds holds, InstantSource clock) {
        this.table = table;
        this.intake = intake;
        this.holds = holds;
        this.clock = clock;
    }

    /// A page of the tips that wait, the newest first.
    ///
    /// @param before the last page's `next_cursor`, or null; a tip that was decided since still marks its place
    CursorPage<HeldTip> page(String tenantId, int limit, @Nullable String before) {
        String bound = null;
        if (before != null) {
            HeldTip last = HeldTip.of(table.get(Keys.tip(tenantId, before)));
            if (last == null) {
                throw Lane.unknownCursor("before");
            }
            bound = Objects.requireNonNull(last.tip().inReview().row().textOrNull(Table.PLACE_INDEX));
        }
        List<Row> found = table.query(Query.places(Keys.account(tenantId), Tip.REVIEW)
                .newestFirst()
                .after(bound)
                .limit(limit + 1));
        List<HeldTip> held =
                found.stream().map(row -> new HeldTip(new Tip(row))).toList();
        return CursorPage.of(held, limit, item -> item.tip().orderId());
    }

    /// The tips that wait longest, as their list has them, with the words of the filter that each has, whether the
    /// moderation service held it, and what its video is.
    public Map<String, @Nullable Object> oldest(String tenantId, int limit) {
        List<Row> found =
                table.query(Query.places(Keys.account(tenantId), Tip.REVIEW).limit(limit + 1));
        FilterSettings settings = Settings.read(table, tenantId).filter();
        WordFilter filter = new WordFilter(settings.replace(), settings.block());
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put(
                "tips",
                found.stream()
                        .limit(limit)
                        .map(row -> shown(tenantId, new HeldTip(new Tip(row)), filter))
                        .toList());
        body.put("has_more", found.size() > limit);
        return body;
    }

    private Map<String, @Nullable Object> shown(String tenantId, HeldTip held, WordFilter filter) {
        Map<String, @Nullable Object> json = HeldTip.LISTED.json(held);
        String text = json.get("name") + "\n" + Objects.requireNonNullElse(json.get("message"), "");
        WordFilter.Verdict verdict = filter.judge(text);
        json.put(
                "matches",
                Stream.concat(verdict.replaced().stream(), verdict.blocked().stream())
                        .distinct()
                        .toList());
        json.put("by_moderation", held.tip().row().flag(HeldTip.BY_MODERATION));
        Row video = held.hasMedia()
                ? table.get(Keys.queued(tenantId, Keys.MEDIA, held.tip().orderId()))
                : null;
        for (String field : List.of("video_title", "video_thumbnail", "media_url")) {
            json.put(field, video == null ? null : video.textOrNull(field));
        }
        return json;
    }

    /// Lets a tip in, as if it had been sent now. Money that its processor holds is captured first; if that fails,
    /// the tip has expired.
    ///
    /// @param allowTts whether it enters the TTS queue; if not, it counts and is not heard
    /// @param allowMedia whether its media enters the media queue; a video that the account has banned since does not
    /// @param by whose decision it is: the request's id
    Outcome<HeldTip.Decision> approve(
            String tenantId, String orderId, boolean allowTts, boolean allowMedia, String by) {
        HeldTip held = undecided(tenantId, orderId, by);
        HeldTip paid = held.payment() == PaymentState.HELD ? holds.capture(held, by) : held;
        if (paid.payment() == PaymentState.HELD) {
            return keepOut(tenantId, paid, paid.decided(HeldTip.Decision.EXPIRED, null, clock.instant()));
        }
        HeldTip approved = paid.decided(HeldTip.Decision.APPROVED, null, clock.instant());
        MediaItem video = allowMedia ? intake.video(tenantId, paid) : null;
        boolean mediaAllowed = allowMedia && (video != null || !paid.hasMedia());
        Outcome<HeldTip.Decision> decision = Outcome.of(HeldTip.Decision.APPROVED)
                .emitting(approved.reviewed(allowTts, mediaAllowed))
                .and(intake.letIn(tenantId, approved, paid.stillUndecided(), allowTts, video));
        return approved.tip().isTest() ? decision.ofTest() : decision;
    }

    /// Keeps a tip out for good. Money that its processor holds is released.
    ///
    /// @param reason what the moderator says of it, or null
    /// @param by as of [#approve]
    Outcome<HeldTip.Decision> reject(String tenantId, String orderId, @Nullable String reason, String by) {
        HeldTip held = undecided(tenantId, orderId, by);
        HeldTip settled = held.payment() == PaymentState.HELD ? holds.release(held, by) : held;
        return keepOut(tenantId, settled, settled.decided(HeldTip.Decision.REJECTED, reason, clock.instant()));
    }

    /// Notes that a tip's payment was captured, if the tip waits for a decision and none is under way.
    Outcome<Boolean> captured(String tenantId, String orderId) {
        HeldTip held = waiting(tenantId, orderId);
        if (held == null || held.payment() != PaymentState.HELD || held.isClaimed(null, clock.instant())) {
            return Outcome.of(false);
        }
        return Outcome.of(true)
                .writing(Write.update(held.tip().row().key())
                        .set(HeldTip.PAYMENT_STATE, PaymentState.CAPTURED.label())
                        .when(held.stillUndecided()));
    }

    /// Decides a tip whose payment is held no more, if it waits for a decision.
    ///
    /// @throws Problem `unavailable` while a decision is under way, which tells more once it is made
    public Outcome<Boolean> holdExpired(String tenantId, String orderId) {
        HeldTip held = waiting(tenantId, orderId);
        if (held == null || held.payment() != PaymentState.HELD) {
            return Outcome.of(false);
        }
        HeldTip expired = unclaimed(held).withoutPayment().decided(HeldTip.Decision.EXPIRED, null, clock.instant());
        return keepOut(tenantId, held, expired).map(decision -> true);
    }

    /// Decides a tip whose payment has been held for [Holds#TIMEOUT], if it still waits for a decision: it has expired.
    /// The processor is asked to release the money; if it does not, the payment's state stays `held`.
    ///
    /// @param by as of [#approve]
    /// @throws Problem `already_resolved` if another decision is under way
    public Outcome<Boolean> holdTimedOut(String tenantId, String orderId, String by) {
        HeldTip held = waiting(tenantId, orderId);
        if (held == null || held.payment() != PaymentState.HELD) {
            return Outcome.of(false);
        }
        HeldTip settled = holds.release(held, by);
        HeldTip expired = settled.decided(HeldTip.Decision.EXPIRED, null, clock.instant());
        return keepOut(tenantId, settled, expired).map(decision -> true);
    }

    /// Rejects a tip whose payment was given back.
    ///
    /// @param held the tip as it stands
    /// @param refunded the same with what was given back
    /// @throws Problem as of [#holdExpired]
    Outcome<HeldTip.Decision> refunded(String tenantId, HeldTip held, Tip refunded, String reason) {
        unclaimed(held);
        HeldTip rejected = new HeldTip(refunded).decided(HeldTip.Decision.REJECTED, reason, clock.instant());
        return keepOut(tenantId, held, rejected);
    }

    private Outcome<HeldTip.Decision> keepOut(String tenantId, HeldTip seen, HeldTip decided) {
        Outcome<HeldTip.Decision> decision = Outcome.of(decided.decision())
                .emitting(decided.reviewed(false, false))
                .and(intake.keepOut(tenantId, decided, seen.stillUndecided()));
        return decided.tip().isTest() ? decision.ofTest() : decision;
    }

    private HeldTip unclaimed(HeldTip held) {
        if (held.isClaimed(null, clock.instant())) {
            throw Problem.of(ErrorCode.UNAVAILABLE);
        }
        return held;
    }

    private @Nullable HeldTip waiting(String tenantId, String orderId) {
        HeldTip held = HeldTip.of(table.get(Keys.tip(tenantId, orderId)));
        return held == null || held.isDecided() ? null : held;
    }

    /// @throws Problem `not_found` for a tip that was never held, `already_resolved` for one that was decided, or is
    /// being decided by another request
    private HeldTip undecided(String tenantId, String orderId, String by) {
        HeldTip held = HeldTip.of(table.get(Keys.tip(tenantId, orderId)));
        if (held == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        if (held.isDecided() || held.isClaimed(by, clock.instant())) {
            throw Problem.of(ErrorCode.ALREADY_RESOLVED);
        }
        return held;
    }
}
