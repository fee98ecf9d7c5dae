package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.tts.Tip;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The tips that wait for somebody's decision, and what is decided (spec "Held tips"). Of many who decide at once, one
/// does.
public final class Review {

    private final Table table;
    private final TipIntake intake;
    private final InstantSource clock;

    public Review(Table table, TipIntake intake, InstantSource clock) {
        this.table = table;
        this.intake = intake;
        this.clock = clock;
    }

    /// A page of the tips that wait, the newest first.
    ///
    /// @param before the last page's `next_cursor`, or null; a tip that was decided since still marks its place
    Map<String, @Nullable Object> page(String tenantId, int limit, @Nullable String before) {
        String bound = null;
        if (before != null) {
            HeldTip last = HeldTip.of(table.get(Keys.tip(tenantId, before)));
            if (last == null) {
                throw Problem.badField("before", "before is not a cursor of this list");
            }
            bound = Objects.requireNonNull(last.tip().inReview().row().textOrNull(Table.PLACE_INDEX));
        }
        List<Row> found = table.query(Query.places(Keys.account(tenantId), Tip.REVIEW)
                .newestFirst()
                .after(bound)
                .limit(limit + 1));
        List<HeldTip> page = found.stream()
                .limit(limit)
                .map(row -> new HeldTip(new Tip(row)))
                .toList();
        boolean more = found.size() > limit;
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("tips", page.stream().map(HeldTip::json).toList());
        body.put("has_more", more);
        body.put("next_cursor", more ? page.getLast().tip().orderId() : null);
        return body;
    }

    /// Lets a tip in, as if it had been sent now.
    ///
    /// @param allowTts whether it enters the TTS queue; where not, it counts, and nobody hears it
    /// @param allowMedia whether its media enters the media queue
    Outcome<HeldTip.Decision> approve(String tenantId, String orderId, boolean allowTts, boolean allowMedia) {
        HeldTip held = undecided(tenantId, orderId);
        HeldTip approved = held.decided(HeldTip.Decision.APPROVED, null, clock.instant());
        return Outcome.of(HeldTip.Decision.APPROVED)
                .emitting(approved.reviewed(allowTts, allowMedia))
                .and(intake.letIn(tenantId, approved, allowTts, allowMedia));
    }

    /// Keeps a tip out for good.
    ///
    /// @param reason what the moderator says of it, or null
    Outcome<HeldTip.Decision> reject(String tenantId, String orderId, @Nullable String reason) {
        HeldTip held = undecided(tenantId, orderId);
        HeldTip rejected = held.decided(HeldTip.Decision.REJECTED, reason, clock.instant());
        return Outcome.of(HeldTip.Decision.REJECTED)
                .emitting(rejected.reviewed(false, false))
                .and(intake.keepOut(tenantId, rejected));
    }

    /// @throws Problem `not_found` for a tip that was never held, `already_resolved` for one that was decided
    private HeldTip undecided(String tenantId, String orderId) {
        HeldTip held = HeldTip.of(table.get(Keys.tip(tenantId, orderId)));
        if (held == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        if (held.isDecided()) {
            throw Problem.of(ErrorCode.ALREADY_RESOLVED);
        }
        return held;
    }
}
