package streamerapi.simulation.year;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/// What happened in a simulation, line by line: all of it as a digest, and what tells the story as text.
final class Story {

    private static final int LINES = 400;

    private final Turns turns;
    private final MessageDigest digest;
    private final Set<String> reached = new TreeSet<>();
    private final CRC32C checksum = new CRC32C();
    private final Deque<String> told = new ArrayDeque<>();

    Story(Turns turns) {
        this.turns = turns;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Notes a call, which the digest alone keeps.
    void note(String line) {
        digest.update((turns.nanos() + " " + line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /// Notes a call with its text, by a checksum.
    void note(String line, byte[] text) {
        checksum.reset();
        checksum.update(text);
        note(line + " " + checksum.getValue());
    }

    /// Notes a call with its JSON, by a checksum that is the same in whatever order the fields come: rows and messages
    /// are sets of fields, and the service makes some of the JDK's maps that have another order in each JVM.
    void noteFields(String line, byte[] json) {
        long sum = 0;
        int from = 0;
        for (int i = 0; i < json.length; i++) {
            if (json[i] == ',' || json[i] == '{' || json[i] == '}' || json[i] == '[' || json[i] == ']') {
                sum += sum(json, from, i);
                from = i + 1;
            }
        }
        note(line + " " + (sum + sum(json, from, json.length)));
    }

    private long sum(byte[] text, int from, int to) {
        checksum.reset();
        checksum.update(text, from, to - from);
        return checksum.getValue();
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
        double seconds = Duration.between(Turns.BEGINNING, turns.now()).toNanos() / 1e9;
        told.add(String.format(Locale.ROOT, "%12.6f  %s", seconds, line));
        if (told.size() > LINES) {
            told.removeFirst();
        }
    }

    /// The digest of all that happened.
    String digest() {
        try {
            return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The lines that name one of the words, and the last ones; 40 at most.
    String about(List<String> words) {
        List<String> lines = told.stream()
                .filter(line -> words.stream().anyMatch(line::contains))
                .toList();
        List<String> shown = new ArrayList<>(lines.isEmpty() ? told : lines);
        return String.join("\n", shown.subList(Math.max(0, shown.size() - 36), shown.size()));
    }
}
