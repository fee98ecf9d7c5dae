package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// The archive of a release that `sam deploy` takes, and the commands of the README that deploy it, with a `sam` that
/// only tells how it was called.
///
/// `mvn verify` packages before it comes here; elsewhere the archive's parts are not there, and this is left out.
@NullMarked
class ReleaseTest {

    private static final Path ROOT = Service.root();
    private static final Pattern COMMANDS = Pattern.compile("```sh\n(curl -fsSL[^`]*)```");
    private static final Pattern LINK = Pattern.compile("\\]\\(((?!http)[^)#\\s]+)");
    private static final Pattern ADDRESS = Pattern.compile("https://github\\.com/\\S+/v[0-9.]+(?=/)");
    private static final String SAM = """
            #!/bin/sh
            echo "sam $*" > "$TOLD"
            pwd >> "$TOLD"
            """;

    @TempDir
    private static Path published;

    @TempDir
    private Path home;

    private static String version = "";

    @BeforeAll
    static void makeTheArchive() throws InterruptedException, IOException {
        Matcher found =
                Pattern.compile("(?m)^  <version>(.*)</version>$").matcher(Product.text(ROOT.resolve("pom.xml")));
        assertThat(found.find()).isTrue();
        version = Objects.requireNonNull(found.group(1));
        ToolRun made = release("deployment", published.toString());
        if (made.output().contains("mvn package makes it")) {
            System.out.println("SKIPPED: the archive of a release is not made: " + made.output());
            abort(made.output());
        }
        assertThat(made.succeeded()).as(made.output()).isTrue();
        ToolRun sums = ToolRun.withErrors("bash", "-c", "cd '" + published + "' && sha256sum * > SHA256SUMS");
        assertThat(sums.succeeded()).as(sums.output()).isTrue();
    }

    @Test
    void itHasTheFoldersOfACheckoutSoThatTheTemplateFitsBoth() throws Exception {
        String name = "streamer-api-" + version + "/";
        ToolRun listed = ToolRun.withErrors("tar", "tzf", archive().toString());
        assertThat(listed.output().lines())
                .filteredOn(file -> !file.startsWith(name + "docs/"))
                .containsExactlyInAnyOrder(
                        name,
                        name + "CHANGELOG.md",
                        name + "LICENSE",
                        name + "README.md",
                        name + "THIRD-PARTY-LICENSES.txt",
                        name + "functions.cdx.json",
                        name + "functions/",
                        name + "functions/target/",
                        name + "functions/target/functions.zip",
                        name + "samconfig.toml",
                        name + "template.yaml");
        assertThat(Product.text(ROOT.resolve("template.yaml")))
                .containsOnlyOnce("CodeUri: functions/target/functions.zip\n")
                .doesNotContain("file://");
    }

    /// An operator has the archive at hand, and perhaps nothing else.
    @Test
    void itHasTheDocumentsToWhichThatForOperatorsLeads() throws Exception {
        Path page = Path.of("streamer-api-" + version, "docs", "operating.md");
        ToolRun listed = ToolRun.withErrors("tar", "tzf", archive().toString());
        assertThat(LINK.matcher(Product.text(ROOT.resolve("docs/operating.md"))).results())
                .extracting(
                        found -> page.resolveSibling(found.group(1)).normalize().toString())
                .contains(page.resolveSibling("table.md").toString())
                .isSubsetOf(listed.output().lines().toList());
    }

    @Test
    void theSameSourcesMakeTheSameBytes() throws Exception {
        assertThat(release("deployment", home.toString()).succeeded()).isTrue();
        assertThat(home.resolve(archive().getFileName())).hasSameBinaryContentAs(archive());
    }

    @Test
    void theCommandsOfTheReadmeDeployIt() throws Exception {
        ToolRun run = deploy();

        assertThat(run.succeeded()).as(run.output()).isTrue();
        assertThat(run.output()).contains("streamer-api-" + version + ".tar.gz: OK");
        Path folder = home.resolve("streamer-api-" + version);
        assertThat(home.resolve("told"))
                .content()
                .isEqualTo("sam deploy --no-confirm-changeset --disable-rollback"
                        + " --parameter-overrides AlarmEmail=you@example.com\n" + folder.toRealPath() + "\n");
        for (String file : new String[] {"template.yaml", "samconfig.toml", "functions/target/functions.zip"}) {
            assertThat(folder.resolve(file)).hasSameBinaryContentAs(ROOT.resolve(file));
        }
    }

    @Test
    void anArchiveThatWasChangedIsNotDeployed() throws Exception {
        Path changed = Files.createDirectory(home.resolve("changed"));
        Files.copy(published.resolve("SHA256SUMS"), changed.resolve("SHA256SUMS"));
        byte[] bytes = Files.readAllBytes(archive());
        bytes[bytes.length / 2] ^= 1;
        Files.write(changed.resolve(archive().getFileName()), bytes);

        ToolRun run = deploy(changed);

        assertThat(run.output()).contains("FAILED");
        assertThat(home.resolve("told")).doesNotExist();
    }

    @Test
    void theVersionStandsInChangelogAndReadme() {
        assertThat(Product.text(ROOT.resolve("CHANGELOG.md")))
                .containsPattern("(?m)^## " + Pattern.quote(version) + "\\b");
        String readme = Product.text(ROOT.resolve("README.md"));
        assertThat(readme).contains("/download/v" + version + "/", "/streamer-api:" + version + "\n");
        assertThat(commands()).doesNotContainPattern("[0-9]+\\.[0-9]+\\.[0-9]+(?<!" + Pattern.quote(version) + ")");
    }

    private static Path archive() {
        return published.resolve("streamer-api-" + version + ".tar.gz");
    }

    private ToolRun deploy() throws Exception {
        return deploy(published);
    }

    /// Runs the README's commands with a folder in the place of the release's address, whatever came of the one before:
    /// they are pasted together.
    private ToolRun deploy(Path release) throws Exception {
        Path sam =
                Files.writeString(Files.createDirectories(home.resolve("bin")).resolve("sam"), SAM);
        assertThat(sam.toFile().setExecutable(true)).isTrue();
        String commands = ADDRESS.matcher(commands()).replaceAll(Matcher.quoteReplacement("file://" + release));
        assertThat(commands).contains("file://");
        String script = "export TOLD=" + home.resolve("told") + " PATH=" + sam.getParent() + ":$PATH\ncd " + home + "\n"
                + commands;
        return ToolRun.withErrors("bash", "-c", script);
    }

    private static String commands() {
        Matcher block = COMMANDS.matcher(Product.text(ROOT.resolve("README.md")));
        assertThat(block.find()).isTrue();
        return Objects.requireNonNull(block.group(1));
    }

    private static ToolRun release(String... arguments) throws InterruptedException {
        String[] command = new String[arguments.length + 2];
        command[0] = "bash";
        command[1] = ROOT.resolve(".ci/release").toString();
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        return ToolRun.withErrors(command);
    }
}
