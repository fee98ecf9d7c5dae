package streamerapi.localstack.functions;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/// How often each function has run in the chain of invocations that one event set off.
///
/// Lambda hands it on in the trace header of every call that a function makes (`Lineage=<function>:<runs>|…`), and SQS
/// keeps it with the message. So a function that sends to the queue that invokes it is seen to run in a circle.
///
/// @param runs by the name that a function has in the header
public record Lineage(Map<String, Integer> runs) {

    /// The beginning of a chain.
    public static final Lineage NONE = new Lineage(Map.of());

    /// How often a function runs in one chain before Lambda stops it, unless its `RecursiveLoop` is `Allow`.
    public static final int MAX_RUNS = 16;

    private static final Pattern RUNS = Pattern.compile("([0-9a-f]{8}):([0-9]+)");

    /// The lineage of a trace header, or [#NONE] if there is none.
    public static Lineage of(@Nullable String header) {
        var runs = new TreeMap<String, Integer>();
        Matcher matcher = RUNS.matcher(header == null ? "" : header.replaceFirst(".*Lineage=|.*", ""));
        while (matcher.find()) {
            runs.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
        }
        return new Lineage(runs);
    }

    /// The trace header with this lineage.
    public String header() {
        return "Root=1-00000000-000000000000000000000000;Parent=0000000000000000;Sampled=0;Lineage="
                + runs.entrySet().stream()
                        .map(entry -> entry.getKey() + ":" + entry.getValue())
                        .collect(Collectors.joining("|"));
    }

    /// How often the function has run.
    public int runs(String arn) {
        return runs.getOrDefault(name(arn), 0);
    }

    /// The lineage once the function runs again.
    public Lineage with(String arn) {
        var more = new TreeMap<>(runs);
        more.merge(name(arn), 1, Integer::sum);
        return new Lineage(more);
    }

    /// The lineage of what both lead to.
    public Lineage and(Lineage other) {
        var both = new TreeMap<>(runs);
        other.runs.forEach((name, count) -> both.merge(name, count, Math::max));
        return new Lineage(both);
    }

    private static String name(String arn) {
        var hash = new CRC32();
        hash.update(arn.getBytes(StandardCharsets.UTF_8));
        return "%08x".formatted(hash.getValue());
    }
}
