package streamerapi.bench;

import com.sun.net.httpserver.HttpServer;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import streamerapi.localstack.LocalStack;
import streamerapi.localstack.Options;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// The benchmark as a command, run in the project's folder. Its argument names the parts, separated by commas: `cold`,
/// `primed`, `warm`, `throughput`, `writers`, `webhooks`, `signins`, `memory`, `size`, `soak`, `unkind`,
/// `hang`, or `all`. A second one says how many seconds a soak lasts.
public final class Bench {

    static final Path TARGET = Path.of("localstack", "bench", "target").toAbsolutePath();

    private static final Path ZIP = Path.of("functions", "target", "functions.zip");

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        Set<String> parts = Set.of(arguments[0].split(","));
        Report report = new Report();
        unpack();
        if (wants(parts, "warm")) {
            warm(report);
        }
        Options options = Options.of(Path.of("template.yaml"))
                .withParameters(Map.of("WorkerConcurrency", "250", "SpeechEngine", "none"))
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "100000"));
        HttpServer receiver = receiver();
        try (LocalStack stack = LocalStack.start(options)) {
            String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
            List<Subject> subjects =
                    List.of(Subject.queue(stack), Subject.delivery(stack, url), Subject.donation(stack));
            NodeAnchor node = wants(parts, "cold") ? NodeAnchor.of(stack, subjects.getFirst()) : null;
            if (wants(parts, "cold") && node == null) {
                report.figure("Node: NOT MEASURED", "this machine has no node and npm, or npm could not install");
            }
            Processes processes = new Processes(report, subjects, node);
            if (wants(parts, "cold")) {
                processes.coldStart();
            }
            if (wants(parts, "primed")) {
                processes.primed();
            }
            if (wants(parts, "memory")) {
                processes.memory();
            }
            if (wants(parts, "size")) {
                Size size = new Size(report, ZIP);
                size.ofZip();
                size.loaded(subjects);
            }
            if (wants(parts, "throughput")) {
                new Throughput(report, stack).measure();
            }
            if (wants(parts, "writers")) {
                new HotRows(report, stack).measure();
            }
            if (wants(parts, "webhooks")) {
                new DeliveryTimes(report, stack).measure();
            }
            if (wants(parts, "signins")) {
                new SignInTimes(report, stack).measure();
            }
        } finally {
            receiver.stop(0);
        }
        if (wants(parts, "soak")) {
            new Soak(report, Duration.ofSeconds(Long.parseLong(arguments[1]))).run();
        }
        if (wants(parts, "unkind")) {
            new Unkind(report, Duration.ofSeconds(Long.parseLong(arguments[1]))).run();
        }
        if (wants(parts, "hang")) {
            new Hang(report, Duration.ofSeconds(Long.parseLong(arguments[1]))).run();
        }
        report.write(TARGET.resolve("bench.md"));
        System.exit(0);
    }

    private static boolean wants(Set<String> parts, String part) {
        return parts.contains("all") || parts.contains(part);
    }

    private static void warm(Report report) throws RunnerException {
        report.section("A warm request, and the calls of AWS that it makes, alone: average of 4 iterations of 2 s");
        var results = new Runner(new OptionsBuilder()
                        .include(WarmRequest.class.getName())
                        .addProfiler(GCProfiler.class)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .jvmArgsAppend("-XX:+UseSerialGC", "-Xmx204m", "-Dfunctions.log=/dev/null")
                        .build())
                .run();
        for (RunResult result : results) {
            report.figure(
                    result.getParams().getParam("request")
                            + (result.getParams().getBenchmark().endsWith("calls") ? ", its calls alone" : ""),
                    "%.0f µs, %.0f kB",
                    result.getPrimaryResult().getScore(),
                    result.getSecondaryResults().get("gc.alloc.rate.norm").getScore() / 1e3);
        }
    }

    private static HttpServer receiver() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static void unpack() throws IOException {
        Path folder = TARGET.resolve("zip");
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(ZIP))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    Files.createDirectories(folder.resolve(entry.getName()).getParent());
                    Files.write(folder.resolve(entry.getName()), in.readAllBytes());
                }
            }
        }
    }
}
