package streamerapi.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// The report of a benchmark, as Markdown: on the console and in a file. Beside every figure stands the machine's load.
final class Report {

    private final StringBuilder text = new StringBuilder();

    Report() {
        add("# Benchmark\n\nJDK " + System.getProperty("java.vm.version") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, "
                + (memory() >> 20) + " MiB of memory.");
    }

    void section(String title) {
        add("\n## " + title + "\n\n| What | Figure | Load average |\n| --- | --- | --- |");
    }

    void figure(String what, String format, Object... values) {
        add("| " + what + " | " + String.format(Locale.ROOT, format, values) + " | "
                + String.format(
                        Locale.ROOT,
                        "%.1f",
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage())
                + " |");
    }

    void write(Path file) throws IOException {
        Files.writeString(file, text);
    }

    private void add(String line) {
        System.out.println(line);
        text.append(line).append('\n');
    }

    private static long memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean machine
                ? machine.getTotalMemorySize()
                : 0;
    }
}
