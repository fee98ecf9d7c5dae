package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.IfChanged;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// A rehearsal of `sam deploy`: every resource of the translated template is made in an emulator of AWS, in the order
/// of their dependencies, each call held to the service's own model. It needs Python with the SAM translator, boto3 and
/// moto (`pip install aws-sam-translator boto3 'moto[all]'`).
///
/// The emulator judges names, types, values and references. It judges no policy, makes no snapshot, triggers nothing,
/// and knows no quota: what happens in a stack that stands, other tests ask.
@IfChanged({
    "template.yaml",
    "localstack/src/test/resources/sam/rehearse.py",
    "localstack/src/test/resources/sam/translate.py",
    "localstack/src/test/resources/sam/translated.py"
})
@NullMarked
class RehearsalTest {

    private static final Path SCRIPT = Service.root().resolve("localstack/src/test/resources/sam/rehearse.py");
    private static final Path TEMPLATE = Service.root().resolve("template.yaml");

    /// The properties that the emulator does not know, so that their parameters alone are judged.
    private static final List<String> ONLY_CHECKED =
            List.of("lambda:PutFunctionRecursionConfig", "logs:PutQueryDefinition");

    @TempDir
    private static Path directory;

    @BeforeAll
    static void thereIsAnEmulator() throws InterruptedException {
        if (!ToolRun.of("python3", "-B", "-c", "import samtranslator, boto3, moto")
                .succeeded()) {
            System.out.println(
                    "SKIPPED: Python lacks samtranslator, boto3 or moto, so that the deployment is not rehearsed");
            abort("pip install aws-sam-translator boto3 'moto[all]'");
        }
    }

    /// The second stack stands beside the first one in its account, and has every option but a table of its own.
    @Test
    void everyResourceOfTwoStacksIsMade() throws InterruptedException {
        Map<String, @Nullable Object> report = rehearse(
                TEMPLATE,
                "AlarmEmail=a@example.com",
                "MonthlyBudget=5",
                "Dashboard=true",
                "Tracing=Active",
                "WebhookRetryDelays=1,2,3,4,5,6,7",
                "EffectRetryDelays=1,2,3,4,5,6,7",
                "TableStream=restored",
                "ApiDomain=api.example.com",
                "RealtimeDomain=rt.example.com",
                "Certificate=arn:aws:acm:us-east-1:123456789012:certificate/a",
                "HostedZone=one");

        assertThat(refused(report)).isEmpty();
        assertThat(Json.asObject(report.get("made")))
                .containsKeys(
                        "AWS::Lambda::Function",
                        "AWS::CloudWatch::Alarm",
                        "AWS::Budgets::Budget",
                        "AWS::Route53::RecordSet")
                .extractingByKey("AWS::DynamoDB::Table")
                .as("the second stack works on a table that was restored from the first one's")
                .hasToString("1");
        assertThat(Json.asObject(report.get("outputs"))).containsEntry("TableName", "streamer-api-Table-restored");
        assertThat(Json.asObject(report.get("calls")).get("only checked")).isEqualTo(ONLY_CHECKED);
        System.out.println("REHEARSED: " + report.get("made") + "; parameters alone were judged of " + ONLY_CHECKED);
    }

    @Test
    void aPropertyThatIsMisspeltIsRefused() throws IOException, InterruptedException {
        assertThat(refusedIf("ApplicationLogLevel: !If", "AplicationLogLevel: !If"))
                .contains("AplicationLogLevel");
    }

    @Test
    void aValueThatTheServiceDoesNotKnowIsRefused() throws IOException, InterruptedException {
        assertThat(refusedIf("StreamViewType: NEW_IMAGE", "StreamViewType: NEW_PICTURE"))
                .contains("NEW_PICTURE");
    }

    @Test
    void aValueThatIsOutOfRangeIsRefused() throws IOException, InterruptedException {
        assertThat(refusedIf("ParallelizationFactor: 1", "ParallelizationFactor: 11"))
                .contains("ParallelizationFactor");
    }

    @Test
    void anAttributeThatTheTypeDoesNotHaveIsRefused() throws IOException, InterruptedException {
        assertThat(refusedIf("WORK_QUEUE: !Ref WorkQueue", "WORK_QUEUE: !GetAtt WorkQueue.Address"))
                .contains("Address");
    }

    /// The refusal of the template with one text in another's place.
    private static String refusedIf(String text, String instead) throws IOException, InterruptedException {
        String whole = Product.text(TEMPLATE);
        assertThat(whole).contains(text);
        Path file = Files.writeString(directory.resolve("template.yaml"), whole.replace(text, instead));
        return refused(rehearse(file)).toString();
    }

    private static List<?> refused(Map<String, @Nullable Object> report) {
        return (List<?>) Objects.requireNonNull(report.get("refused"));
    }

    private static Map<String, @Nullable Object> rehearse(Path template, String... parameters)
            throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("python3", "-B", SCRIPT.toString(), template.toString()));
        arguments.addAll(List.of(parameters));
        ToolRun rehearsal = ToolRun.of(arguments.toArray(String[]::new));
        assertThat(rehearsal.succeeded())
                .as("the rehearsal's own fault stands in the test's output")
                .isTrue();
        return Json.readObject(rehearsal.output().getBytes(StandardCharsets.UTF_8));
    }
}
