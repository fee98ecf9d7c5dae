package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.service.Service;
import streamerapi.shared.secrets.KeyList;
import streamerapi.speech.Rendering;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// docs/operating.md and README.md name what template.yaml has: parameters, outputs, resources and alarms; and their
/// commands are ones that the AWS CLI has.
@NullMarked
class OperatingTest {

    private static final Path OPERATING = Service.root().resolve("docs/operating.md");
    private static final Path README = Service.root().resolve("README.md");
    private static final Path CHAT = Service.root().resolve("docs/commands.md");
    private static final Path COMMANDS = Service.root().resolve("localstack/src/test/resources/sam/commands.py");

    /// Has one value alone on AWS, so there is nothing to choose.
    private static final Set<String> FIXED = Set.of("WebhookAllowPrivate");

    private static final Template TEMPLATE = Template.read(
            Service.root().resolve("template.yaml"),
            Map.of(
                    "AlarmEmail",
                    "a@example.com",
                    "ApiDomain",
                    "api.example.com",
                    "RealtimeDomain",
                    "rt.example.com",
                    "Certificate",
                    "arn:aws:acm:us-east-1:000000000000:certificate/a"));

    private final String text = Product.text(OPERATING);

    @Test
    void theTableOfParametersHasEachOfTheTemplates() {
        Set<String> documented = new TreeSet<>();
        for (String row : all("(?m)^(\\| `.*)$", section("Parameters"))) {
            documented.addAll(all("`([A-Z][A-Za-z]+)`", row.substring(0, row.indexOf('|', 2))));
        }
        Set<String> declared = new TreeSet<>(TEMPLATE.parameters().keySet());
        declared.removeAll(FIXED);
        assertThat(documented).isEqualTo(declared);
    }

    /// A group of endpoints with a measure of its own does not wait for another.
    @Test
    void bothPagesNameWhatHasItsOwnMeasureOfRequests() {
        List<String> measured = TEMPLATE
                .resources("AWS::Serverless::HttpApi")
                .getFirst()
                .properties()
                .section("RouteSettings")
                .entries()
                .keySet()
                .stream()
                .map(route -> route.replaceAll("^ANY |/\\{proxy\\+}$", ""))
                .distinct()
                .toList();
        assertThat(all("(?m)^(\\| `RequestRate`.*)$", section("Parameters")))
                .singleElement()
                .satisfies(row -> assertThat(measured)
                        .filteredOn(path -> path.matches("/(hooks|v1|oauth|mcp|ingest/).*"))
                        .hasSizeGreaterThan(12)
                        .allSatisfy(path -> assertThat(row).contains("`" + path + "`")));
        String limits = Product.text(Service.root().resolve("docs/limits.md"));
        assertThat(measured)
                .filteredOn(path -> path.matches("/(v1|oauth|mcp).*"))
                .allSatisfy(path -> assertThat(limits).contains("`" + path.replace("/v1", "") + "`"));
    }

    @Test
    void parametersThatCommandsSetAreThere() {
        Set<String> set = new TreeSet<>();
        for (Path document : List.of(OPERATING, README)) {
            for (String given : all("--parameter-overrides ([^\n`]+)", Product.text(document))) {
                set.addAll(all("\\b([A-Z][A-Za-z]+)=(?!value)", given));
            }
        }
        assertThat(set).isNotEmpty();
        assertThat(TEMPLATE.parameters().keySet()).containsAll(set);
    }

    @Test
    void outputsThatCommandsReadAreThere() {
        assertThat(all("\\$\\(stack ([A-Za-z]+)\\)", text))
                .hasSizeGreaterThan(5)
                .allSatisfy(output -> assertThat(TEMPLATE.output(output)).isNotEmpty());
        assertThat(all("`([A-Z][A-Za-z]+(?:Url|Command|Target|GroupName))`", text + Product.text(README)))
                .filteredOn(name -> !TEMPLATE.parameters().containsKey(name))
                .isNotEmpty()
                .allSatisfy(output -> assertThat(TEMPLATE.output(output)).isNotEmpty());
    }

    @Test
    void resourcesThatAreNamedAreThere() {
        Set<String> there = new TreeSet<>();
        for (String type : List.of("AWS::Serverless::Function", "AWS::CloudWatch::Alarm", "AWS::SQS::Queue")) {
            TEMPLATE.resources(type).stream().map(Resource::id).forEach(there::add);
        }
        assertThat(there).containsAll(all("`([A-Z][A-Za-z]+(?:Function|Alarm|Queue|DeadLetters))`", text));
    }

    @Test
    void everyAlarmHasItsRunbookAndNoRunbookIsOfNone() {
        assertThat(all("(?m)^### (\\w+)$", section("Alarms")))
                .containsExactlyInAnyOrderElementsOf(TEMPLATE.resources("AWS::CloudWatch::Alarm").stream()
                        .map(Resource::id)
                        .toList());
    }

    @Test
    void theQueriesThatAreKeptAreTheFirstOfThePage() {
        List<Resource> kept = TEMPLATE.resources("AWS::Logs::QueryDefinition");
        assertThat(section("Reading the log"))
                .contains(kept.stream()
                        .map(query -> query.properties().text("QueryString"))
                        .collect(Collectors.joining("\n", "```\n", "\n")))
                .contains(kept.stream()
                        .map(query -> query.properties().text("Name"))
                        .map(name -> "`" + name.substring(name.indexOf('/') + 1) + "`")
                        .collect(Collectors.joining(", "))
                        .replace("`faults`, ", "`faults`,\n"));
    }

    /// A tip whose speech was there already is heard as well as one that was spoken anew.
    @Test
    void aTipThatIsHeardIsNotAmongTheUnheard() {
        assertThat(TEMPLATE.resources("AWS::Logs::QueryDefinition"))
                .filteredOn(query -> query.id().equals("UnheardTipsQuery"))
                .singleElement()
                .satisfies(query -> assertThat(query.properties().text("QueryString"))
                        .contains("outcome not in [\"%s\", \"%s\"]"
                                .formatted(Rendering.Result.SPOKEN.label(), Rendering.Result.USED_AGAIN.label())));
    }

    /// Commands that are pasted a second time go no further back, because the first time may have broken off.
    @Test
    void everyFunctionGoesBackToTheVersionBeforeAndLosesItsOldOnes(@TempDir Path folder) throws Exception {
        Path asked = folder.resolve("asked.txt");
        String aws = """
                aws() {
                  case "$2" in
                    list-stack-resources) printf 'one\\ttwo\\n' ;;
                    list-versions-by-function) printf '$LATEST\\t2\\t9\\t10\\t11\\n' ;;
                    get-alias) cat '%2$s'"/$4" 2> /dev/null || echo 11 ;;
                    *) echo "$@" >> '%1$s' ;;
                  esac
                  [ "$2" != update-alias ] || echo "$8" > '%2$s'"/$4"
                }
                """.formatted(asked, folder);
        String goingBack = all("(?s)```sh\n(before\\(\\).*?)```", text).getFirst();
        String removal =
                all("(?s)all but the newest two[^\n]*\n\n```sh\n(.*?)```", text).getFirst();

        assertThat(ToolRun.of("bash", "-c", aws + goingBack + goingBack + removal)
                        .succeeded())
                .isTrue();
        assertThat(Files.readAllLines(asked))
                .filteredOn(line -> !line.contains("keep-active"))
                .containsExactly(
                        "lambda update-alias --function-name one --name live --function-version 10",
                        "lambda update-alias --function-name two --name live --function-version 10",
                        "lambda delete-function --function-name one --qualifier 2",
                        "lambda delete-function --function-name one --qualifier 9",
                        "lambda delete-function --function-name two --qualifier 2",
                        "lambda delete-function --function-name two --qualifier 9");
    }

    /// A version that a deployment has left would be in the way of the next one, and of going back.
    @Test
    void whatADeploymentThatFailedHasPublishedIsRemoved(@TempDir Path folder) throws Exception {
        Path asked = folder.resolve("asked.txt");
        String aws = """
                aws() {
                  case "$2" in
                    list-stack-resources) printf 'one\\ttwo\\tnew\\n' ;;
                    list-versions-by-function) printf '$LATEST\\t2\\t9\\t10\\t11\\n' ;;
                    get-alias) case "$4" in one) echo 9 ;; two) echo 11 ;; new) return 254 ;; esac ;;
                    *) echo "$@" >> '%s' ;;
                  esac
                }
                """.formatted(asked);
        String removal =
                all("(?s)newer than what runs:\n\n  ```sh\n(.*?)```", text).getFirst();

        assertThat(ToolRun.of("bash", "-c", aws + removal).succeeded()).isTrue();
        assertThat(Files.readAllLines(asked))
                .containsExactly(
                        "lambda delete-function --function-name one --qualifier 10",
                        "lambda delete-function --function-name one --qualifier 11");
    }

    /// The SAM CLI takes `Name=` for no parameter at all, and refuses the whole command.
    @Test
    void aParameterIsEmptiedInTheWayTheSamCliReads() {
        for (Path document : List.of(OPERATING, README)) {
            assertThat(all("(?m)\\b([A-Z][A-Za-z]+)=(?:[\\s`]|$)", Product.text(document)))
                    .as(document.toString())
                    .doesNotContainAnyElementsOf(TEMPLATE.parameters().keySet());
        }
    }

    /// The letter alone tells which events were given up.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"events":12,"failed":[]}         | true
                    {"events":12,"failed":["ten_1"]}  | false
                    {"errorMessage":"Task timed out"} | false
                    """)
    void aDeadLetterIsDeletedOnlyIfAllItsEventsWereHandedOn(String answer, boolean isDeleted, @TempDir Path folder)
            throws Exception {
        String aws = """
                cd '%s'
                stack() { echo "$1"; }
                aws() {
                  case "$2" in
                    receive-message) echo '{"Messages":[{"Body":"{}","ReceiptHandle":"receipt"}]}' ;;
                    invoke) echo '%s' > answer.json ;;
                    delete-message) echo "$@" > deleted.txt ;;
                  esac
                }
                """.formatted(folder, answer);
        String handingOn =
                all("(?s)```sh\n(aws sqs receive-message.*?)```", text).getFirst();

        ToolRun.of("bash", "-c", aws + handingOn);

        assertThat(folder.resolve("letter.json")).hasContent("{}");
        assertThat(Files.exists(folder.resolve("deleted.txt"))).isEqualTo(isDeleted);
    }

    /// A name that is there twice makes the whole list unreadable, and with it everything that is sealed.
    @Test
    void theKeyOfTheSecretsIsRotatedAgainAndAgain(@TempDir Path folder) throws Exception {
        Path kept = Files.writeString(folder.resolve("kept.txt"), KeyList.create());
        String aws = """
                aws() {
                  if [ "$2" = get-parameter ]; then cat '%1$s'; else printf %%s "${@: -1}" > '%1$s'; fi
                }
                """.formatted(kept);
        String rotation =
                all("(?s)\\*\\*To rotate it\\*\\*.*?```sh\n(.*?)```", text).getFirst();

        ToolRun run = ToolRun.of("bash", "-c", aws + rotation + rotation);

        assertThat(run.succeeded()).as(run.output()).isTrue();
        assertThat(KeyList.parse(Files.readString(kept), "it")).hasSize(3);
    }

    /// The AWS CLI shows an answer that is longer than the screen in `less`, which takes the commands that were pasted
    /// behind it for its own.
    @Test
    void noAnswerIsShownInAPager() throws Exception {
        String first = all("(?s)```sh\n(.*?)```", text).getFirst();

        assertThat(ToolRun.of("bash", "-c", "unset AWS_PAGER; aws() { :; }\n" + first + "env | grep ^AWS_PAGER")
                        .output())
                .isEqualTo("AWS_PAGER=\n");
    }

    /// The SAM CLI reads no `AWS_REGION`, and deploys to the profile's region without a word.
    @Test
    void aRegionIsNamedAsBothClisReadIt() {
        assertThat(text).contains("`AWS_DEFAULT_REGION`").doesNotContain("AWS_REGION");
    }

    /// The commands serve a second stack too, and none of them may reach the first one instead.
    @Test
    void commandsNameTheStackInOnePlace() {
        assertThat(all("(?m)^(STACK=.*)$", text).getFirst()).isEqualTo("STACK=streamer-api");
        assertThat(text).doesNotContain("--stack-name streamer-api", "--name /streamer-api/secrets-key");
    }

    /// A key that was revoked after the moment of a restore opens again, and is in the restored table alone.
    @Test
    void whatARestoreBringsBackIsListed(@TempDir Path folder) throws Exception {
        Files.writeString(
                folder.resolve("old"), "A#ten_1\tACCOUNT\nA#ten_1\tKEY#ak_2\nA#ten_1\tOVERLAY#o_1#PRESENCE\n");
        Files.writeString(folder.resolve("new"), """
                A#ten_2\tACCOUNT
                A#ten_1\tACCOUNT
                A#ten_1\tKEY#ak_1
                A#ten_1\tVIEWER#alpha#1
                A#ten_1\tVIEWERNAME#e3b0#alpha:1
                A#ten_1\tOVERLAY#o_2
                A#ten_1\tOVERLAY#o_2#KEY#e3b0
                A#ten_1\tSUBSCRIBER#we_1
                A#ten_1\tSUBSCRIBER#socket_1
                A#ten_1\tCONNECTION#stripe
                CONNECTION#a\tCONNECTION
                A#ten_1\tTIP#tip_1
                """);
        String aws = "cd '%s'; OLD=old NEW=new; aws() { cat \"$4\"; }\n".formatted(folder);
        String listing = all("(?s)```sh\n(keys\\(\\).*?)```", text).getFirst();

        assertThat(ToolRun.of("bash", "-c", aws + listing).output().lines())
                .containsExactlyInAnyOrder(
                        "A#ten_2\tACCOUNT",
                        "A#ten_1\tKEY#ak_1",
                        "A#ten_1\tVIEWER#alpha#1",
                        "A#ten_1\tOVERLAY#o_2",
                        "A#ten_1\tSUBSCRIBER#we_1",
                        "A#ten_1\tCONNECTION#stripe");
    }

    @Test
    void headingsThatAreLinkedToAreThere() {
        List<String> anchors = all("(?m)^##+ (.+)$", text).stream()
                .map(heading -> heading.toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .toList();
        assertThat(anchors).containsAll(all("\\]\\(#([^)]+)\\)", text));
        assertThat(anchors).containsAll(all("operating\\.md#([^)]+)\\)", Product.text(README)));
    }

    @Test
    void commandsAreOnesThatTheAwsCliHas() throws InterruptedException {
        if (!ToolRun.of("python3", "-B", "-c", "import botocore").succeeded()) {
            System.out.println(
                    "SKIPPED: Python has no botocore, so that the commands in the documents are not checked");
            abort("pip install botocore");
        }
        assertThat(ToolRun.of(
                                "python3",
                                "-B",
                                COMMANDS.toString(),
                                OPERATING.toString(),
                                README.toString(),
                                CHAT.toString())
                        .output())
                .as("nothing but the number of commands")
                .matches("[1-9][0-9]+ commands\\s*");
    }

    /// The part of the document under a heading.
    private String section(String heading) {
        int from = text.indexOf("\n## " + heading + "\n");
        assertThat(from).as(heading).isNotNegative();
        return text.substring(from, text.indexOf("\n## ", from + 1));
    }

    private static List<String> all(String pattern, String in) {
        return Pattern.compile(pattern)
                .matcher(in)
                .results()
                .map((MatchResult found) -> found.group(1))
                .distinct()
                .toList();
    }
}
