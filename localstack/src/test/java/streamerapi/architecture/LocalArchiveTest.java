package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.dynamodb.services.local.embedded.DynamoDBEmbedded;
import streamerapi.localstack.LocalStack;
import streamerapi.service.Service;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// The archive of the local stack with a Java runtime inside, for those who only want to look.
///
/// To make it whole and start it takes half a minute: `mvn -Prelease verify` does. Without that profile its parts are
/// looked at.
@NullMarked
class LocalArchiveTest {

    private static final Path ROOT = Service.root();
    private static final Path SOURCES = ROOT.resolve("localstack/src/release");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void stage() throws InterruptedException {
        ToolRun staged = release("stage", folder.toString());
        if (staged.output().contains("mvn package makes it")) {
            System.out.println("SKIPPED: the archive of the local stack is not made: " + staged.output());
            abort(staged.output());
        }
        assertThat(staged.succeeded()).as(staged.output()).isTrue();
    }

    @Test
    void everythingIsThereButAwsTableEngine() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .contains(
                            "LICENSE",
                            "README.txt",
                            "engine",
                            "java.options",
                            "lib",
                            "logging.properties",
                            "streamer-api",
                            "streamer-api.cmd",
                            "template.yaml");
        }
        assertThat(folder.resolve("streamer-api")).isExecutable();
        List<String> classes = new ArrayList<>();
        for (Path jar : jars()) {
            assertThat(jar.getFileName().toString()).doesNotStartWith("DynamoDBLocal");
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                zip.stream().forEach(entry -> classes.add(entry.getName()));
            }
        }
        assertThat(classes)
                .contains(
                        path(LocalStack.class),
                        "streamerapi/localstack/engines/EngineDownload.class",
                        "streamerapi/tts/TtsFunction.class",
                        "streamerapi/shared/storage/Table.class",
                        "openapi.json",
                        "META-INF/services/org.slf4j.spi.SLF4JServiceProvider")
                .doesNotContain(path(DynamoDBEmbedded.class));
    }

    @Test
    void theEngineToFetchIsTheOneThatTheTestsUse() throws Exception {
        Properties source = new Properties();
        try (var in = Files.newInputStream(folder.resolve("engine/source.properties"))) {
            source.load(in);
        }
        Path used = engine();
        assertThat(source.getProperty("sha256"))
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(used))));
        String version = used.getFileName().toString().replaceAll("DynamoDBLocal-(.*)\\.jar", "$1");
        assertThat(source.getProperty("url"))
                .isEqualTo("https://repo1.maven.org/maven2/software/amazon/dynamodb/DynamoDBLocal/" + version + "/"
                        + used.getFileName());
    }

    @Test
    void itStartsAsTheStartCommandDoes() {
        String project = Product.text(ROOT.resolve("localstack/pom.xml"));
        String command = project.substring(project.indexOf("<arguments>"), project.indexOf("<classpath/>"));
        List<String> options = command.lines()
                .map(line -> line.strip().replaceAll("^<argument>(.*)</argument>$", "$1"))
                .filter(line -> line.startsWith("-X") || line.startsWith("--") || line.startsWith("-D"))
                .map(line -> line.replaceAll("=.*/", "="))
                .toList();
        assertThat(Product.text(SOURCES.resolve("java.options")).lines()).containsExactlyElementsOf(options);
        for (String launcher : List.of("streamer-api", "streamer-api.cmd")) {
            assertThat(Product.text(SOURCES.resolve(launcher)))
                    .contains("@java.options", LocalStack.class.getName())
                    .doesNotContain("--end-with-parent");
        }
    }

    @Test
    void itStartsWithItsOwnRuntimeAndTakesATip() throws Exception {
        if (!Boolean.getBoolean("release")) {
            System.out.println("SKIPPED: the local stack's archive is not made and started; mvn -Prelease verify does");
            abort("mvn -Prelease verify makes the archive");
        }
        Path packed = folder.resolveSibling(folder.getFileName() + "-packed");
        succeeds(release("runtime", folder.toString()));
        succeeds(release("pack", folder.toString(), packed.toString()));
        try (Stream<Path> archives = Files.list(packed)) {
            succeeds(ToolRun.withErrors(
                    "tar", "xzf", archives.findFirst().orElseThrow().toString(), "-C", packed.toString()));
        }
        Path unpacked;
        try (Stream<Path> folders = Files.list(packed)) {
            unpacked = folders.filter(Files::isDirectory).findFirst().orElseThrow();
        }
        assertThat(unpacked.resolve("runtime/legal/java.base/LICENSE")).exists();
        Files.copy(engine(), unpacked.resolve("engine/DynamoDBLocal.jar"));

        ToolRun checked = release("check", unpacked.toString());

        succeeds(checked);
        assertThat(checked.output()).contains("It starts, takes a tip, and ends.");
    }

    private static void succeeds(ToolRun run) {
        assertThat(run.succeeded()).as(run.output()).isTrue();
    }

    private static List<Path> jars() throws IOException {
        try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
            return jars.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    /// DynamoDB Local, as the tests' class path has it.
    private static Path engine() {
        return Path.of(URI.create(DynamoDBEmbedded.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    private static String path(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static ToolRun release(String... arguments) throws InterruptedException {
        return ToolRun.withErrors(Stream.concat(
                        Stream.of("env", "JAVA_HOME=" + System.getProperty("java.home"), "bash"),
                        Stream.concat(Stream.of(ROOT.resolve(".ci/release").toString()), Arrays.stream(arguments)))
                .toArray(String[]::new));
    }
}
