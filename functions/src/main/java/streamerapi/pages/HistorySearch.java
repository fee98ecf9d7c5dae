package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.http.Request;
import streamerapi.shared.text.ViewerText;
import streamerapi.tts.TipSource;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/// A search of played tips, as the query of a page's address has it.
///
/// @param text letters of the name or the message; empty for any
/// @param source a tip's source; empty for any
/// @param from the first day in the channel's time zone; null for no lower bound
/// @param to the last day; null for no upper bound
/// @param before the order id of the tip before which it goes on; empty for the newest tip of all
public record HistorySearch(
        String text,
        String source,
        @Nullable LocalDate from,
        @Nullable LocalDate to,
        String before) {

    /// The sources that a search offers.
    public static final List<String> SOURCES = Stream.of(
                    List.of(TipSource.API),
                    Processor.labels(),
                    List.of(TipSource.KOFI, TipSource.MANUAL, TipSource.SUB_REWARD, TipSource.REPLAY, TipSource.TEST))
            .flatMap(List::stream)
            .toList();

    /// Reads the search in a page's address. A text that is no day counts as not given.
    public static HistorySearch of(Request request) {
        return new HistorySearch(
                text(request, "q"),
                text(request, "source"),
                day(request, "from"),
                day(request, "to"),
                text(request, "before"));
    }

    /// The tips that were found, newest first.
    ///
    /// @param next the order id of the tip before which a search goes on; empty at the end
    /// @param isCut whether the search stopped before the end because it had read enough
    public record SearchResult(List<Fields> tips, String next, boolean isCut) {}

    /// Reads the history, newest first, until enough tips are found or enough pages are read.
    ///
    /// @param zone the channel's, in which the days are
    /// @param pageBefore reads the page of tips played before the one with an order id; for an empty id the newest that
    /// can be on the last day
    public SearchResult run(ZoneId zone, Function<String, Fields> pageBefore, int maxPages, int maxTips) {
        List<Fields> found = new ArrayList<>();
        String next = before;
        for (int read = 0; read < maxPages; read++) {
            Fields history = pageBefore.apply(next);
            for (Fields tip : history.objects("tips")) {
                LocalDate day = LocalDate.ofInstant(Instant.parse(tip.text("played_at")), zone);
                if (from != null && day.isBefore(from)) {
                    return new SearchResult(found, "", false);
                }
                if ((to == null || !day.isAfter(to)) && matches(tip)) {
                    if (found.size() == maxTips) {
                        return new SearchResult(found, next, false);
                    }
                    found.add(tip);
                }
                next = tip.text("order_id");
            }
            if (!history.flag("has_more")) {
                return new SearchResult(found, "", false);
            }
        }
        return new SearchResult(found, next, true);
    }

    private boolean matches(Fields tip) {
        String wanted = folded(text);
        return (source.isEmpty() || tip.text("source").equals(source))
                && (wanted.isEmpty()
                        || folded(tip.text("name")).contains(wanted)
                        || folded(tip.text("message")).contains(wanted));
    }

    /// A text as it is compared. A small sigma has another form at a word's end, which can be the middle of a longer
    /// word.
    private static String folded(String text) {
        return ViewerText.folded(text).replace('ς', 'σ');
    }

    /// Whether it asks for less than everything.
    public boolean isNarrowed() {
        return !(text + source + firstDay() + lastDay()).isEmpty();
    }

    /// The first day, `2026-11-21`; empty for no lower bound.
    public String firstDay() {
        return from == null ? "" : from.toString();
    }

    /// The last day, `2026-11-21`; empty for no upper bound.
    public String lastDay() {
        return to == null ? "" : to.toString();
    }

    /// The query of this search's address, which goes on before the tip with an order id; from the newest tip if empty.
    public String queryBefore(String orderId) {
        return "?q=" + encoded(text) + "&source=" + encoded(source) + "&from=" + encoded(firstDay()) + "&to="
                + encoded(lastDay()) + "&before=" + encoded(orderId);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String text(Request request, String name) {
        return Objects.requireNonNullElse(request.query(name), "").strip();
    }

    private static @Nullable LocalDate day(Request request, String name) {
        String sent = request.query(name);
        try {
            return sent == null ? null : LocalDate.parse(sent);
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
