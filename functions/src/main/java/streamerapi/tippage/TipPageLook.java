package streamerapi.tippage;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.TipGoals;
import streamerapi.pages.TipLookView;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.text.ViewerText;
import streamerapi.tts.Tip;
import streamerapi.tts.TtsQueries;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Reads what a streamer has chosen to have on their tip page beside the form: the goal, and the last tips. Only tips
/// that were played are shown, without their messages, so nothing that a moderator or the filter kept off the stream is
/// among them; of a viewer who was erased no name is left in them.
final class TipPageLook {

    private static final int LAST = 5;
    private static final int PAGE = 50;
    private static final int MAX_PAGES = 4;

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

    /// Reads on past tests, replays and tips without an amount, as far as some pages go: each visitor of the page asks.
    private List<TipLookView.Given> last(String tenantId) {
        List<TipLookView.Given> last = new ArrayList<>();
        String before = null;
        for (int page = 0; page < MAX_PAGES && last.size() < LAST; page++) {
            CursorPage<Tip> history = tips.history(tenantId, page == 0 ? LAST : PAGE, before);
            history.items().stream()
                    .filter(tip -> !tip.isTest() && !tip.is(Tip.IS_REPLAY))
                    .map(TipPageLook::given)
                    .filter(Objects::nonNull)
                    .limit(LAST - last.size())
                    .forEach(last::add);
            before = history.nextCursor();
            if (before == null) {
                return last;
            }
        }
        return last;
    }

    private static TipLookView.@Nullable Given given(Tip tip) {
        BigDecimal amount = tip.amount();
        String currency = tip.currency();
        return amount == null || currency == null
                ? null
                : new TipLookView.Given(Objects.requireNonNullElse(tip.name(), ViewerText.ANONYMOUS), amount, currency);
    }
}
