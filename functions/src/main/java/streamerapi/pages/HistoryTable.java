package streamerapi.pages;

import streamerapi.shared.text.Csv;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// A table of played tips as comma-separated values. If there are more tips than fit into a file, it is a part, and
/// says where the next one begins.
///
/// @param tips how many it has
/// @param next the order id of the tip before which the next part begins; empty if this is the last
public record HistoryTable(String csv, int tips, String next) {

    /// Leaves room below the 6 MB that a function can answer.
    private static final int MAX_BYTES = 3_000_000;

    private static final String COUNTED_AMOUNT = "counted_amount";
    private static final String COUNTED_CURRENCY = "counted_currency";

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
            COUNTED_AMOUNT,
            COUNTED_CURRENCY,
            "refunded_amount");

    /// The tips that a search found, as far as they fit.
    public static HistoryTable of(HistorySearch.SearchResult found) {
        StringBuilder csv = new StringBuilder(Csv.write(List.of(COLUMNS)));
        int bytes = csv.length();
        int tips = 0;
        for (Fields tip : found.tips()) {
            String line = Csv.write(
                    List.of(COLUMNS.stream().map(column -> cell(tip, column)).toList()));
            bytes += line.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_BYTES) {
                return new HistoryTable(
                        csv.toString(), tips, found.tips().get(tips - 1).text("order_id"));
            }
            csv.append(line);
            tips++;
        }
        return new HistoryTable(csv.toString(), tips, found.next());
    }

    /// The text of a cell. A replay counts as nothing, whatever its tip counts as.
    private static String cell(Fields tip, String column) {
        return switch (column) {
            case COUNTED_AMOUNT -> counted(tip, "amount");
            case COUNTED_CURRENCY -> counted(tip, "currency");
            default -> tip.text(column);
        };
    }

    private static String counted(Fields tip, String field) {
        return tip.isNull("counted_as") || tip.flag("is_replay")
                ? ""
                : tip.object("counted_as").text(field);
    }
}
