package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.TipGoals;
import streamerapi.pages.TipLookView;
import streamerapi.shared.text.ViewerText;
import streamerapi.tts.Tip;
import streamerapi.tts.TtsQueries;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/// Reads what a streamer has chosen to have on their tip page beside the form: the goal, and the last tips. Only tips
/// that were played are shown, without their messages, so nothing that a moderator or the filter kept off the stream is
/// among them; of a viewer who was erased no name is left in them.
final class TipPageLook {

    private static final int LAST = 5;

    private final TipGoals goals;
    private final TtsQueries tips;

    TipPageLook(TipGoals goals, TtsQueries tips) {
        this.goals = goals;
        this.tips = tips;
    }

    /// The look of a page.
    TipLookView of(TipPage page) {
        return new TipLookView(
                page.settings().pictureUrl(),
                page.settings().colour(),
                page.settings().showGoal() ? goal(page) : null,
                page.settings().showTips() ? last(page.tenantId()) : List.of());
    }

    private TipLookView.@Nullable Goal goal(TipPage page) {
        TipGoals.Progress goal = goals.first(page.tenantId());
        return goal == null ? null : new TipLookView.Goal(goal.title(), goal.amount(), goal.current(), page.currency());
    }

    private List<TipLookView.Given> last(String tenantId) {
        return tips.history(tenantId, LAST, null).items().stream()
                .filter(tip -> !tip.isTest())
                .map(tip -> given(tip))
                .filter(Objects::nonNull)
                .toList();
    }

    private static TipLookView.@Nullable Given given(Tip tip) {
        BigDecimal amount = tip.amount();
        String currency = tip.currency();
        return amount == null || currency == null
                ? null
                : new TipLookView.Given(Objects.requireNonNullElse(tip.name(), ViewerText.ANONYMOUS), amount, currency);
    }
}
