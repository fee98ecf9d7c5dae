package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.http.Request;
import streamerapi.shared.text.Csv;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/// A search of played tips, as the query of a page's address has it.
///
/// @param text letters of the name or the message; empty for any
/// @param source a tip's source; empty for any
/// @param from the first day in the channel's time zone, `2026-11-21`; empty for the beginning
/// @param to the last day; empty for today
/// @param before the tip from which it goes on, or empty
public record HistorySearch(String text, String source, String from, String to, String before) {

    /// The sources that a search offers.
    public static final List<String> SOURCES = Stream.of(
                    List.of("api"), Processor.labels(), List.of("kofi", "manual", "sub_reward", "replay", "test"))
            .flatMap(List::stream)
            .toList();

    private static final List<String> COLUMNS = List.of(
            "played_at",
            "queued_at",
            "order_id",
            "name",
            "amount",
            "currency",
            "message",
            "source",
            "is_paid",
            "is_replay",
            "external_source",
            "external_ref",
            "platform",
            "platform_user_id",
            "refunded_amount");

    /// Reads the search in a page's address. A text that is no day counts as not given.
    public static HistorySearch of(Request request) {
        return new HistorySearch(
                text(request, "q"),
                text(request, "source"),
                day(request, "from"),
                day(request, "to"),
                text(request, "before"));
    }

    /// The result of a search.
    ///
    /// @param next the tip from which a search goes on; empty at the end
    /// @param isCut whether the search stopped before the end because it had read enough
    public record SearchResult(List<Fields> tips, String next, boolean isCut) {}

    /// Searches.
    ///
    /// @param zone the channel's, in which the days are
    /// @param page a page of the history before a tip, or of its beginning for an empty text
    /// @param pages how many pages are read at most
    /// @param limit how many tips are found at most
    public SearchResult run(ZoneId zone, Function<String, Fields> page, int pages, int limit) {
        List<Fields> found = new ArrayList<>();
        String next = before;
        for (int read = 0; read < pages; read++) {
            Fields history = page.apply(next);
            for (Fields tip : history.objects("tips")) {
                String day = LocalDate.ofInstant(Instant.parse(tip.text("played_at")), zone)
                        .toString();
                if (!from.isEmpty() && day.compareTo(from) < 0) {
                    return new SearchResult(found, "", false);
                }
                if ((to.isEmpty() || day.compareTo(to) <= 0) && matches(tip)) {
                    if (found.size() == limit) {
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
        String wanted = text.toLowerCase(Locale.ROOT);
        return (source.isEmpty() || tip.text("source").equals(source))
                && (wanted.isEmpty()
                        || tip.text("name").toLowerCase(Locale.ROOT).contains(wanted)
                        || tip.text("message").toLowerCase(Locale.ROOT).contains(wanted));
    }

    /// Whether it asks for less than everything.
    public boolean isNarrowed() {
        return !(text + source + from + to).isEmpty();
    }

    /// The query of an address that asks for the same from a tip on.
    public String query(String from) {
        return "?q=" + URLEncoder.encode(text, StandardCharsets.UTF_8) + "&source="
                + URLEncoder.encode(source, StandardCharsets.UTF_8) + "&from=" + this.from + "&to=" + to + "&before="
                + URLEncoder.encode(from, StandardCharsets.UTF_8);
    }

    /// Tips as a table of comma-separated values.
    public static String csv(List<Fields> tips) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(COLUMNS);
        for (Fields tip : tips) {
            rows.add(COLUMNS.stream().map(tip::text).toList());
        }
        return Csv.write(rows);
    }

    private static String text(Request request, String name) {
        return Objects.requireNonNullElse(request.query(name), "").strip();
    }

    private static String day(Request request, String name) {
        @Nullable String sent = request.query(name);
        try {
            return sent == null || sent.isEmpty() ? "" : LocalDate.parse(sent).toString();
        } catch (DateTimeParseException e) {
            return "";
        }
    }
}
