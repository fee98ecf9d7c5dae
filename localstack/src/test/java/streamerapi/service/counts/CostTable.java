package streamerapi.service.counts;

import streamerapi.service.Service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The part of `docs/table.md` that is made from what was counted.
final class CostTable {

    private static final Path FILE = Service.root().resolve("docs/table.md");
    private static final String BEGIN = "<!-- costs:begin -->";
    private static final String END = "<!-- costs:end -->";

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

    /// What stands between the marks.
    static String documented() {
        String text = text();
        return text.substring(text.indexOf(BEGIN) + BEGIN.length(), text.indexOf(END))
                .strip();
    }

    /// Puts this between the marks.
    static void document(String table) {
        String text = text();
        String head = text.substring(0, text.indexOf(BEGIN) + BEGIN.length());
        String tail = text.substring(text.indexOf(END));
        try {
            Files.writeString(FILE, head + "\n" + table + "\n" + tail);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text() {
        try {
            return Files.readString(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
