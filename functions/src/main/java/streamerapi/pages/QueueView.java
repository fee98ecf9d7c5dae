package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.Widget;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The queue as a streamer looks at it: the tip that plays, those that wait, and what they come to.
///
/// @param playing the tip that plays, or null
/// @param waiting the tips that wait, in the order in which they play
/// @param isPaused whether nothing starts
/// @param hasMore whether more wait than were read
/// @param videos the ids of tips whose video waits or plays
/// @param players how many overlays are connected that play tips; null if the user may not know
/// @param shown how many of the waiting tips the page lists
/// @param all whether it lists as many of them as a page holds
/// @param byAmount whether it lists the greatest amounts first; they play in the order of `waiting`
public record QueueView(
        @Nullable Fields playing,
        List<Fields> waiting,
        boolean isPaused,
        boolean hasMore,
        Set<String> videos,
        @Nullable Integer players,
        int shown,
        boolean all,
        boolean byAmount) {

    /// By currency, since amounts of two cannot be compared, and tips without an amount last. A tip in another currency
    /// stands where it counts.
    private static final Comparator<Fields> GREATEST_FIRST = Comparator.comparing((Fields tip) -> tip.isNull("amount"))
            .thenComparing(tip -> counted(tip).text("currency"))
            .thenComparing(
                    tip -> tip.isNull("amount")
                            ? BigDecimal.ZERO
                            : new BigDecimal(counted(tip).text("amount")),
                    Comparator.reverseOrder());

    /// How often a row has the tip's name: it is read out with each of its buttons.
    private static final int NAMES = 4;

    /// @param queue as `GET /tts/queue` answers it
    /// @param media as `GET /media/queue` answers it
    /// @param overlays as `GET /overlays` answers it, or null
    public static QueueView of(Fields queue, Fields media, @Nullable Fields overlays, boolean all, boolean byAmount) {
        String current = queue.text("current_order_id");
        List<Fields> items = queue.objects("items");
        List<Fields> waiting = items.stream()
                .filter(tip -> !tip.text("order_id").equals(current))
                .toList();
        return new QueueView(
                items.stream()
                        .filter(tip -> tip.text("order_id").equals(current))
                        .findFirst()
                        .orElse(null),
                waiting,
                queue.flag("is_paused"),
                queue.flag("has_more"),
                media.objects("items").stream()
                        .map(item -> item.text("order_id"))
                        .collect(Collectors.toSet()),
                overlays == null ? null : players(overlays),
                PageRows.shown(ordered(waiting, byAmount), all, QueueView::characters),
                all,
                byAmount);
    }

    private static int players(Fields overlays) {
        return (int) overlays.objects("overlays").stream()
                .filter(overlay -> overlay.flag("connected") && Widget.TTS.isShownBy(overlay.texts("widgets")))
                .count();
    }

    /// This view with no more than the head of the queue listed.
    public QueueView shortened(int head) {
        return new QueueView(
                playing, waiting, isPaused, hasMore, videos, players, Math.min(head, waiting.size()), all, byAmount);
    }

    /// The waiting tips that the page lists.
    public List<Fields> listed() {
        return ordered(waiting, byAmount).subList(0, shown);
    }

    private static List<Fields> ordered(List<Fields> waiting, boolean byAmount) {
        return byAmount ? waiting.stream().sorted(GREATEST_FIRST).toList() : waiting;
    }

    private static int characters(Fields tip) {
        return NAMES * tip.text("name").length() + tip.text("message").length();
    }

    private static Fields counted(Fields tip) {
        return tip.has("counted_as") ? tip.object("counted_as") : tip;
    }

    /// Whether a waiting tip is the one that plays next.
    public boolean isHead(String orderId) {
        return !waiting.isEmpty() && waiting.getFirst().text("order_id").equals(orderId);
    }

    /// The query of the page's address, with its question mark; empty if the page is as usual.
    public static String query(boolean all, boolean byAmount) {
        if (all) {
            return byAmount ? "?all=1&sort=amount" : "?all=1";
        }
        return byAmount ? "?sort=amount" : "";
    }

    /// How many tips wait, as it is shown: a plus says that there are more than were read.
    public String count() {
        return waiting.size() + (hasMore ? "+" : "");
    }

    /// The paid amounts of the waiting tips, a sum for each currency; nothing is converted. Tips that were not paid
    /// never count toward the streamer's totals.
    public List<String> sums() {
        Map<String, BigDecimal> sums = new TreeMap<>();
        for (Fields tip : waiting) {
            if (tip.flag("is_paid") && !tip.isNull("amount")) {
                sums.merge(tip.text("currency"), new BigDecimal(tip.text("amount")), BigDecimal::add);
            }
        }
        return sums.entrySet().stream()
                .map(sum -> Money.text(Objects.requireNonNull(sum.getValue()), sum.getKey()))
                .toList();
    }

    /// Whether no overlay is connected that would play a tip.
    public boolean isWithoutPlayer() {
        return players != null && players == 0;
    }
}
