package streamerapi.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// How large the deployment zip is, and how much of it each function loads when it starts cold.
final class Size {

    private static final int LARGEST = 15;
    private static final Pattern LOADED = Pattern.compile("] (\\S+) source: (?:jar:)?(file:\\S+?\\.jar)");

    private final Report report;
    private final Path zip;

    Size(Report report, Path zip) {
        this.report = report;
        this.zip = zip;
    }

    void ofZip() throws IOException {
        report.section("Size of the deployment zip");
        report.figure("the zip", "%.1f MB", Files.size(zip) / 1e6);
        try (ZipFile file = new ZipFile(zip.toFile());
                Stream<? extends ZipEntry> entries = file.stream()) {
            entries.sorted(Comparator.comparingLong(ZipEntry::getCompressedSize).reversed())
                    .limit(LARGEST)
                    .forEach(entry -> report.figure(entry.getName(), "%.0f kB", entry.getCompressedSize() / 1e3));
        }
    }

    void loaded(List<Subject> subjects) throws IOException, InterruptedException {
        report.section("Loaded from the zip by a cold start");
        for (Subject subject : subjects) {
            Map<String, Long> bytes = new LinkedHashMap<>();
            int classes = 0;
            for (String line : Processes.classes(subject)) {
                Matcher matcher = LOADED.matcher(line);
                if (matcher.find() && matcher.group(2).contains("/zip/lib/")) {
                    Path jar = Path.of(URI.create(matcher.group(2)));
                    classes++;
                    bytes.merge(jar.getFileName().toString(), size(jar, matcher.group(1)), Long::sum);
                }
            }
            report.figure(
                    subject.name(),
                    "%d classes, %.1f MB",
                    classes,
                    bytes.values().stream().mapToLong(Long::longValue).sum() / 1e6);
            bytes.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .limit(8)
                    .forEach(entry -> report.figure("of it " + entry.getKey(), "%.0f kB", entry.getValue() / 1e3));
        }
    }

    private static long size(Path jar, String className) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(className.replace('.', '/') + ".class");
            return entry == null ? 0 : entry.getSize();
        }
    }
}
