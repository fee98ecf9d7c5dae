package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Service;
import streamerapi.shared.connectors.Platform;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the rules that only the source text of a class can break.
@NullMarked
class SourcesTest {

    private static final long MAX_LINES = 300;
    private static final Pattern MONEY_IN_BINARY =
            Pattern.compile("\\b(double|float|Double|Float)\\b(\\[]|>)?\\s+\\w*[aA]mount");

    /// The label of a platform, in a class or a template that does not take it from [Platform].
    private static final Pattern PLATFORM = Pattern.compile("\"(" + String.join("|", Platform.labels()) + ")\"");

    /// Threads, pauses, times and chance of the process itself.
    private static final Pattern PROCESS = Pattern.compile(
            "(new SecureRandom|SecureRandom::new|new Random\\b|ThreadLocalRandom|Math\\.random|UUID\\.random"
                    + "|Thread\\.(ofVirtual|ofPlatform|sleep|startVirtualThread)|Thread::start|new Thread\\b|Executors\\."
                    + "|ForkJoinPool|parallelStream|\\.parallel\\(|supplyAsync|runAsync|System\\.nanoTime"
                    + "|System\\.currentTimeMillis|(Instant|LocalDate|LocalDateTime|ZonedDateTime|OffsetDateTime)\\.now\\(\\)"
                    + "|InstantSource\\.system|Clock\\.system)");

    /// The host itself and the environment; what happens before a snapshot; and what a log line alone tells.
    private static final Set<String> OF_THE_PROCESS = Set.of(
            "shared/tasks/Host.java",
            "shared/lambda/Environment.java",
            "shared/lambda/Priming.java",
            "shared/lambda/PrimingReceiver.java",
            "shared/lambda/TimedHttp.java",
            "shared/lambda/LogLine.java",
            "shared/log/JsonLog.java");

    /// An accessor's declaration, with no annotation in the line above.
    private static final Pattern GETTER = Pattern.compile(
            "(?m)^(?!\\s*@Override).*\\R\\s+(?:[\\w<>\\[\\], ?@.]+ )(get[A-Z]\\w*\\(\\)) (?:\\{|throws)");

    /// A limit's declaration with a superlative in place of `MAX` or `MIN`.
    private static final Pattern SUPERLATIVE = Pattern.compile(
            "static final (?:int|long|Duration|BigDecimal) ((?:LONGEST|LARGEST|MOST|SHORTEST|LEAST)\\w*)");

    /// The slow or silent peers of tests, and a program that a test runs in a process of its own.
    private static final Set<String> SLEEPERS = Set.of(
            "BadReceiver.java",
            "Misbehaviour.java",
            "KeptConnectionsTest.java",
            "JavaClientTest.java",
            "SourcesTest.java");

    /// Words that leave open who does it, and "where" for a condition (docs/CONTRIBUTING.md, "Comments").
    private static final Pattern VAGUE = Pattern.compile(
            "(?i)\\b(nobody|somebody|everybody|anybody|whoever)\\b|\\b(null|none|empty|false|nothing|0) where\\b|@throws.* where\\b");

    /// A sentence of a comment that begins with a clause, "What was sent is …", in place of a noun.
    private static final Pattern CLAUSE = Pattern.compile("(?m)^\\s*///?.*(?:(?<=/ )|(?<=[.;:] ))(?:What|Who) .*$");

    @Test
    void noClassIsTooLongToRead() {
        assertThat(where(
                        Product.sourcesWithLocalStack(),
                        file -> Product.text(file).lines().count() > MAX_LINES))
                .as("sources of more than " + MAX_LINES + " lines")
                .isEmpty();
    }

    @Test
    void moneyIsDecimal() {
        assertThat(where(
                        Product.sources(),
                        file -> MONEY_IN_BINARY.matcher(Product.text(file)).find()))
                .as("sources with an amount in binary floating point")
                .isEmpty();
    }

    @Test
    void commentsNameTheirSubjectAndSayIfForACondition() {
        assertThat(Product.sourcesWithLocalStack().stream()
                        .flatMap(file -> Product.text(file).lines())
                        .map(String::strip)
                        .filter(line -> line.startsWith("//"))
                        .filter(line -> VAGUE.matcher(line).find()))
                .as("comments with a vague subject, or with \"where\" for \"if\"")
                .isEmpty();
    }

    @Test
    void noSentenceOfACommentHasAClauseForItsSubject() {
        assertThat(Product.sourcesWithLocalStack().stream()
                        .flatMap(file -> CLAUSE.matcher(Product.text(file))
                                .results()
                                .map(found -> file.getFileName() + ": " + found.group())))
                .as("sentences that begin with \"What\" or \"Who\"; name the subject")
                .isEmpty();
    }

    @Test
    void threadsPausesAndChanceComeFromTheHost() {
        assertThat(Product.sources().stream()
                        .filter(file -> OF_THE_PROCESS.stream().noneMatch(file::endsWith))
                        .flatMap(file ->
                                Product.text(file).lines().map(line -> file.getFileName() + ": " + line.strip()))
                        .filter(line -> PROCESS.matcher(line).find()))
                .as(
                        "a thread, pause, time or chance that no simulation can decide; ask the Host, or the environment's clock")
                .isEmpty();
    }

    @Test
    void platformsAreNamedInOnePlace() {
        assertThat(Stream.concat(Product.sourcesWithLocalStack().stream(), Product.templates().stream())
                        .flatMap(file -> Product.text(file).lines())
                        .filter(line -> !line.strip().startsWith("//"))
                        .filter(line -> PLATFORM.matcher(line).find()))
                .as("a platform's label as a text; write Platform.ALPHA.label(), or take the Platform itself")
                .isEmpty();
    }

    @Test
    void choicesOfAPageHaveAnOrder() {
        assertThat(where(Product.templates(), file -> Product.text(file).contains("Map.of(")))
                .as("templates with a map, whose order is another at each start")
                .isEmpty();
    }

    @Test
    void aNameStandsForOneClass() {
        assertThat(namesThatStandTwice(Product.sourcesWithLocalStack())).isEmpty();
        assertThat(namesThatStandTwice(Product.tests())).isEmpty();
    }

    private static Set<String> namesThatStandTwice(List<Path> sources) {
        Set<String> seen = new HashSet<>();
        return sources.stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> !name.equals("package-info.java") && !seen.add(name))
                .collect(Collectors.toSet());
    }

    @Test
    void accessorsHaveNoGet() {
        assertThat(Product.sourcesWithLocalStack().stream()
                        .flatMap(file -> GETTER.matcher(Product.text(file))
                                .results()
                                .map(found -> file.getFileName() + ": " + found.group(1))))
                .as("accessors named get…, which override none of a library")
                .isEmpty();
    }

    @Test
    void aLimitIsNamedMaxOrMin() {
        assertThat(Product.sourcesWithLocalStack().stream()
                        .flatMap(file -> SUPERLATIVE
                                .matcher(Product.text(file))
                                .results()
                                .map(found -> file.getFileName() + ": " + found.group(1))))
                .as("constants to be named MAX_… or MIN_…")
                .isEmpty();
    }

    @Test
    void testsSleepOnlyAsASlowOrSilentPeer() {
        assertThat(where(Product.tests(), file -> Product.text(file).contains("Thread.sleep(")))
                .extracting(file -> file.getFileName().toString())
                .isSubsetOf(SLEEPERS);
    }

    /// A cell more or less than the head has shows as a broken row, and so does a row that goes on in the next line.
    /// Each version of the SAM CLI pins one translator and one boto3, and pip installs nothing if others are named
    /// beside it.
    @Test
    void theSamCliIsNotInstalledAmongPinnedPackages() {
        for (String workflow : List.of("ci", "nightly", "release")) {
            assertThat(Product.text(Service.root().resolve(".github/workflows/" + workflow + ".yml"))
                            .lines()
                            .filter(line -> line.contains("pip install") && line.contains("=="))
                            .toList())
                    .as(workflow)
                    .noneMatch(line -> line.contains("aws-sam-cli"));
        }
    }

    @Test
    void eachRowOfADocumentsTableHasAsManyCellsAsItsHead() {
        List<String> broken = new ArrayList<>();
        for (Path document : Product.documents()) {
            long cells = 0;
            for (String indented : Product.text(document).lines().toList()) {
                String line = indented.strip();
                long these = line.startsWith("|")
                        ? line.replace("\\|", "").chars().filter(c -> c == '|').count()
                        : 0;
                if (these > 0 && (cells > 0 && these != cells || !line.endsWith("|"))) {
                    broken.add(document.getFileName() + ": " + line);
                }
                cells = these;
            }
        }
        assertThat(broken).isEmpty();
    }

    private static List<Path> where(List<Path> sources, Predicate<Path> holds) {
        assertThat(sources).hasSizeGreaterThan(50);
        return sources.stream().filter(holds).toList();
    }
}
