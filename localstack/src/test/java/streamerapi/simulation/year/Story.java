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

/// What happened in a simulation, line by line: all of it as a digest, and what tells the story as text.
final class Story {

    private static final int LINES = 400;

    private final Turns turns;
    private final MessageDigest digest;
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
