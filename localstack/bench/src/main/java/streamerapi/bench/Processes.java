package streamerapi.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What is measured of functions as processes: cold start, the first request after priming, memory.
final class Processes {

    private static final int RUNS = 5;
    private static final int WARM_REQUESTS = 200;
    private static final int MEMORY_REQUESTS = 1_000;

    private final Report report;
    private final List<Subject> subjects;

    Processes(Report report, List<Subject> subjects) {
        this.report = report;
        this.subjects = subjects;
    }

    void coldStart() throws IOException, InterruptedException {
        report.section("Cold start: process spawned to first answer, median of " + RUNS);
        for (Subject subject : subjects) {
            report.figure(subject.name() + ", plain", "%.0f ms", coldStart(subject, List.of()));
            Path cache = Bench.TARGET.resolve(subject.name().replaceAll("[^a-z]", "") + ".aot");
            Files.deleteIfExists(cache);
            try (HandlerProcess process = start(subject, List.of("-XX:AOTCacheOutput=" + cache))) {
                process.api().invoke(subject.events().get());
            }
            if (Files.exists(cache)) {
                double milliseconds = coldStart(subject, List.of("-XX:AOTCache=" + cache));
                report.figure(subject.name() + ", AOT cache", "%.0f ms", milliseconds);
            } else {
                report.figure(subject.name() + ", AOT cache", "no cache was written");
            }
        }
    }

    void primed() throws IOException, InterruptedException {
        report.section("After priming: the first request, as a copy of the snapshot answers it");
        for (Subject subject : subjects) {
            Path log = Bench.TARGET.resolve("primed-classes.log");
            Map<String, String> variables = new HashMap<>(subject.variables());
            variables.put("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start");
            Subject snapshotted = new Subject(subject.name(), subject.handler(), variables, subject.events());
            double[] first = new double[RUNS];
            double[] warm = new double[RUNS];
            double[] priming = new double[RUNS];
            List<String> loaded = List.of();
            for (int run = 0; run < RUNS; run++) {
                long spawned = System.nanoTime();
                try (HandlerProcess process = start(
                        snapshotted,
                        List.of(
                                "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac",
                                "-Xlog:class+load:file=" + log))) {
                    process.api().awaitSnapshot();
                    priming[run] = since(spawned);
                    int before = Files.readAllLines(log).size();
                    first[run] = time(process, subject);
                    List<String> lines = Files.readAllLines(log);
                    loaded = lines.subList(before, lines.size());
                    warm[run] = warm(process, subject);
                }
            }
            List<String> ours = loaded.stream()
                    .filter(line -> line.contains("streamerapi.") || line.contains("software.amazon."))
                    .toList();
            report.figure(subject.name() + ", start and priming", "%.0f ms", median(priming));
            report.figure(subject.name() + ", first request", "%.1f ms", median(first));
            report.figure(subject.name() + ", warm median", "%.1f ms", median(warm));
            report.figure(
                    subject.name() + ", classes loaded by the first request",
                    "%d, of them %d of ours and the SDK",
                    loaded.size(),
                    ours.size());
            Files.write(Bench.TARGET.resolve("first-request-classes.log"), loaded);
        }
    }

    void memory() throws IOException, InterruptedException {
        report.section("Memory: peak resident size after " + MEMORY_REQUESTS + " requests, -Xmx204m");
        for (Subject subject : subjects) {
            try (HandlerProcess process = start(subject, List.of("-Xmx204m"))) {
                for (int i = 0; i < MEMORY_REQUESTS; i++) {
                    process.api().invoke(subject.events().get());
                }
                report.figure(subject.name(), "%.0f MiB", process.peakMemory() / 1024.0);
            }
        }
    }

    /// The classes that a cold start loads, with where they came from.
    static List<String> classes(Subject subject) throws IOException, InterruptedException {
        Path log = Bench.TARGET.resolve("cold-classes.log");
        try (HandlerProcess process = start(subject, List.of("-Xlog:class+load:file=" + log))) {
            process.api().invoke(subject.events().get());
            return new ArrayList<>(Files.readAllLines(log));
        }
    }

    private static HandlerProcess start(Subject subject, List<String> options) throws IOException {
        return new HandlerProcess(subject.handler(), subject.variables(), options);
    }

    private static double coldStart(Subject subject, List<String> options) throws IOException, InterruptedException {
        double[] times = new double[RUNS];
        for (int run = 0; run < RUNS; run++) {
            long spawned = System.nanoTime();
            try (HandlerProcess process = start(subject, options)) {
                process.api().invoke(subject.events().get());
                times[run] = since(spawned);
            }
        }
        return median(times);
    }

    private static double warm(HandlerProcess process, Subject subject) throws IOException, InterruptedException {
        double[] times = new double[WARM_REQUESTS];
        for (int i = 0; i < WARM_REQUESTS; i++) {
            times[i] = time(process, subject);
        }
        return median(times);
    }

    private static double time(HandlerProcess process, Subject subject) throws IOException, InterruptedException {
        byte[] event = subject.events().get();
        long began = System.nanoTime();
        process.api().invoke(event);
        return since(began);
    }

    private static double since(long began) {
        return (System.nanoTime() - began) / 1e6;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
