package streamerapi.service.counts;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The part of `docs/table.md` that is made from what was counted.
final class CostTable {

    private static final MarkedPart PART = new MarkedPart("costs");

    private CostTable() {}

    /// The tables of requests and events.
    static String of(List<Cost> requests, List<Cost> events) {
        Stream<String> requestTable = Stream.concat(
                Stream.of(
                        "| Request | Calls | Depth | Read units | Write units | DynamoDB, USD a million |",
                        "|---|---|---|---|---|---|"),
                requests.stream().map(Cost::requestLine));
        Stream<String> eventTable = Stream.concat(
                Stream.of(
                        "| Event | Calls | Depth | Read units | Write units | SQS requests | Socket messages |",
                        "|---|---|---|---|---|---|---|"),
                events.stream().map(Cost::eventLine));
        return Stream.of(requestTable, Stream.of(""), eventTable)
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n"));
    }

    /// Whether the documented table has this line.
    static boolean documents(String line) {
        return documented().lines().anyMatch(line::equals);
    }

    /// The tables in the page.
    static String documented() {
        return PART.documented();
    }

    /// Puts this into the page.
    static void document(String table) {
        PART.document(table);
    }
}
