package streamerapi.bench;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The measurement of functions as processes: cold start, the first request after priming, memory.
final class Processes {

    private static final int RUNS = 5;
    private static final double PROCESSORS_OF_512_MB = 0.29;
    private static final int WARM_REQUESTS = 200;
    private static final int MEMORY_REQUESTS = 1_000;

    private final Report report;
    private final List<Subject> subjects;
    private final @Nullable NodeAnchor node;

    /// @param node stands beside the first subject; null if this machine has none
    Processes(Report report, List<Subject> subjects, @Nullable NodeAnchor node) {
        this.report = report;
        this.subjects = subjects;
        this.node = node;
    }

    /// Every way of starting, at a whole processor and at the part of one that a function of 512 MB has. The runs of
    /// all ways take turns, so that what else the machine does falls on all of them alike.
    void coldStart() throws IOException, InterruptedException {
        report.section("Cold start: process spawned to first answer, median of " + RUNS
                + "; processor time beside it, which other load changes less");
        Map<String, Path> caches = new HashMap<>();
        for (Subject subject : subjects) {
            Path cache = Bench.TARGET.resolve(subject.name().replaceAll("[^a-z]", "") + ".aot");
            Files.deleteIfExists(cache);
            try (HandlerProcess process = start(subject, List.of("-XX:AOTCacheOutput=" + cache))) {
                process.api().invoke(subject.events().get());
            }
            caches.put(subject.name(), cache);
        }
        for (double processors : new double[] {1, PROCESSORS_OF_512_MB}) {
            CpuShare share;
            try {
                share = CpuShare.of(processors);
            } catch (IOException e) {
                report.figure(
                        "%.2f processors: NOT MEASURED".formatted(processors),
                        "this machine makes no control group: %s",
                        e.getMessage());
                continue;
            }
            try (share) {
                coldStart(share, caches);
            }
        }
    }

    private void coldStart(CpuShare share, Map<String, Path> caches) throws IOException, InterruptedException {
        Map<String, double[]> times = new LinkedHashMap<>();
        for (int run = 0; run < RUNS; run++) {
            for (Subject subject : subjects) {
                Path cache = Objects.requireNonNull(caches.get(subject.name()));
                coldStart(subject, share, "plain", List.of(), run, times);
                coldStart(subject, share, "AOT cache", List.of("-XX:AOTCache=" + cache), run, times);
            }
            if (node != null) {
                Subject read = subjects.getFirst();
                coldStart(read, read.name() + ", Node", run, times, () -> node.start(share::around));
            }
        }
        times.forEach((what, of) -> report.figure(
                "%s, %.2f processors".formatted(what, share.processors()),
                "%.0f ms, %.0f ms of processor time",
                median(Arrays.copyOf(of, RUNS)),
                median(Arrays.copyOfRange(of, RUNS, 2 * RUNS))));
    }

    /// One start; its time and its processor time go into the list of its way.
    private static void coldStart(
            Subject subject, CpuShare share, String way, List<String> options, int run, Map<String, double[]> times)
            throws IOException, InterruptedException {
        coldStart(
                subject,
                subject.name() + ", " + way,
                run,
                times,
                () -> new HandlerProcess(subject.handler(), subject.variables(), options, share::around));
    }

    /// A process that is being started.
    @FunctionalInterface
    private interface Start {
        HandlerProcess go() throws IOException;
    }

    private static void coldStart(Subject subject, String what, int run, Map<String, double[]> times, Start start)
            throws IOException, InterruptedException {
        double[] of = times.computeIfAbsent(what, name -> new double[2 * RUNS]);
        long spawned = System.nanoTime();
        try (HandlerProcess process = start.go()) {
            process.api().invoke(subject.events().get());
            of[run] = since(spawned);
            of[RUNS + run] = process.processorTime();
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
