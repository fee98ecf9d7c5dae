package streamerapi.simulation.year;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What happened in a simulation, line by line: all of it as a digest, and what tells the story as text.
final class Story {

    /// How many lines it has at most, as text.
    static final int MOST_LINES = 28;

    private static final int KEPT = 400;

    private final Turns turns;
    private final Set<String> reached = new TreeSet<>();
    private final Deque<Line> told = new ArrayDeque<>();
    private long digest;

    Story(Turns turns) {
        this.turns = turns;
    }

    /// A line of the story, and when it happened.
    private record Line(long nanos, String text) {

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%12.6f  %s", nanos / 1e9, text);
        }
    }

    /// Notes a call, which the digest alone keeps.
    void note(String line) {
        note(line, new byte[0]);
    }

    /// Notes a call with its text.
    void note(String line, byte[] text) {
        mix(turns.nanos());
        mix(sum(line.getBytes(StandardCharsets.UTF_8)));
        mix(sum(text));
    }

    /// Notes a call with its JSON, by a sum that is the same in whatever order the fields come: rows and messages are
    /// sets of fields, and the service makes some of the JDK's maps that have another order in each JVM.
    void noteFields(String line, byte[] json) {
        long sum = 0;
        long field = 0;
        for (byte character : json) {
            if (character == ',' || character == '{' || character == '}' || character == '[' || character == ']') {
                sum += scrambled(field);
                field = 0;
            } else {
                field = 31 * field + character;
            }
        }
        note(line);
        mix(sum + scrambled(field));
    }

    private static long sum(byte[] text) {
        long sum = text.length;
        for (byte character : text) {
            sum = 31 * sum + character;
        }
        return sum;
    }

    private void mix(long value) {
        digest = scrambled(31 * digest + value);
    }

    /// A number of which each bit depends on all bits of another one (the finalizer of MurmurHash3).
    private static long scrambled(long value) {
        long half = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
        long all = (half ^ (half >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return all ^ (all >>> 33);
    }

    /// Marks a state that some seed is to reach.
    void reached(String state) {
        reached.add(state);
    }

    /// The states that were reached.
    Set<String> reached() {
        return reached;
    }

    /// Tells something that a reader of the story wants to know.
    void tell(String line) {
        note(line);
        told.add(new Line(turns.nanos(), line));
        if (told.size() > KEPT) {
            told.removeFirst();
        }
    }

    /// The digest of all that happened.
    String digest() {
        return HexFormat.of().toHexDigits(digest);
    }

    /// The last lines that name one of the words; of all of them if none does.
    String about(List<String> words) {
        List<Line> named = told.stream()
                .filter(line -> words.stream().anyMatch(line.text::contains))
                .toList();
        List<Line> lines = named.isEmpty() ? List.copyOf(told) : named;
        return lines.stream()
                .skip(Math.max(0, lines.size() - MOST_LINES))
                .map(Line::toString)
                .collect(Collectors.joining("\n"));
    }
}
