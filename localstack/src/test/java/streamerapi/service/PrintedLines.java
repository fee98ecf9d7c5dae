package streamerapi.service;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// The lines that a piece of work prints, as Lambda would take them for the log.
final class PrintedLines {

    private PrintedLines() {}

    /// Runs work, and returns all that is printed meanwhile, by other threads too. Tests that run beside each other
    /// must not do this at the same time.
    static String during(Runnable work) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setOut(before);
        }
        String text = bytes.toString(StandardCharsets.UTF_8);
        before.print(text);
        return text;
    }
}
