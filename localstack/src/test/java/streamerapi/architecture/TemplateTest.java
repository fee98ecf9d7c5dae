package streamerapi.architecture;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;
import streamerapi.localstack.template.FunctionEvent;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;
import streamerapi.service.Service;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/// template.yaml, the tables of routes and the OpenAPI document fit together, and every function may do what it does.
@NullMarked
class TemplateTest {

    private static final String HOOKS = "HooksFunction";
    private static final Path FILE = Service.root().resolve("template.yaml");
    private static final OpenApiDocument DOCUMENT = OpenApiDocument.load();
    private static final String GREEDY = "/{proxy+}";
    private static final String TABLE_GRANT = "dynamodb:(\\w+) .*:table/[^/]+((?:/index/place)?)";
    private static final String ADOPTED =
            "arn:aws:dynamodb:us-east-1:000000000000:table/restored/stream/2026-11-22T12:00:00.000";
    private static final Map<String, String> DOMAINS = Map.of(
            "ApiDomain",
            "api.example.com",
            "RealtimeDomain",
            "rt.example.com",
            "Certificate",
            "arn:aws:acm:us-east-1:000000000000:certificate/a");
    private static final String MAPPING = "AWS::ApiGatewayV2::ApiMapping";
    private static final String RECORD = "AWS::Route53::RecordSet";
    private static final String BOARD = "AWS::CloudWatch::Dashboard";
    private static final Map<String, Api> APIS = HttpFunctions.of(Template.read(FILE));

    /// The text of a template that is tried in the place of the project's own.
    static final ThreadLocal<@Nullable String> MUTATED = new ThreadLocal<>();

    private final String text = Objects.requireNonNullElseGet(MUTATED.get(), () -> Product.text(FILE));
    private final Template template = template(Map.of());
    private final Map<String, Api> apis = APIS;
    private final Map<String, Set<String>> grants = Policies.grants(template);

    @Test
    void everyPathReachesTheFunctionThatOwnsIt() {
        apis.forEach((function, api) -> assertThat(api.routes())
                .isNotEmpty()
                .allSatisfy(route -> assertThat(routed(route).function())
                        .as(route.template())
                        .isEqualTo(function)));
    }

    @Test
    void noRouteLeadsNowhere() {
        assertThat(template.events("HttpApi"))
                .filteredOn(event -> !path(event).isEmpty() && !event.function().equals(HOOKS))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(Objects.requireNonNull(apis.get(event.function()))
                                .routes())
                        .as(path(event))
                        .anyMatch(route -> isBelow(event, address(route)) || isOneOf(event, address(route))));
    }

    /// The receivers have no table of routes: all of `/hooks` leads to them, and each provider's path by itself.
    @Test
    void whatPlatformsSendLeadsToTheReceivers() {
        assertThat(template.events("HttpApi").stream()
                        .filter(event ->
                                event.function().equals(HOOKS) || path(event).startsWith("/hooks"))
                        .map(event -> event.function() + " " + path(event)))
                .containsExactlyInAnyOrder(
                        HOOKS + " /hooks/twitch/{proxy+}",
                        HOOKS + " /hooks/kick/{proxy+}",
                        HOOKS + " /hooks/stripe/{proxy+}",
                        HOOKS + " /hooks/paypal/{proxy+}",
                        HOOKS + " /hooks/kofi/{proxy+}",
                        HOOKS + " /hooks/{proxy+}");
    }

    /// Whether an event's path is one that a route with parameters takes: `/ingest/alpha` of `/ingest/{source}`.
    private static boolean isOneOf(FunctionEvent event, String address) {
        return path(event).matches(address.replaceAll("\\{[^}]+}", "[^/]+"));
    }

    @Test
    void theTablesOfRoutesAreTheDocument() {
        Set<String> documented = DOCUMENT.operations().stream()
                .map(operation -> operation.method() + " " + operation.path() + " " + access(operation))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> routed = apis.values().stream()
                .flatMap(api -> api.routes().stream())
                .filter(route -> route.manner().documented())
                .map(route -> route.method() + " " + route.template() + " " + access(route.access()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(routed).isEqualTo(documented);
    }

    @Test
    void everyFunctionMayDoWhatItsVariablesAreFor() {
        for (Resource function : template.functions()) {
            Set<String> own = Objects.requireNonNull(grants.get(function.id()));
            FunctionSettings.of(template, function).variables().forEach((name, value) -> {
                String needed = needed(name, value);
                if (needed != null) {
                    assertThat(own)
                            .as(function.id() + " has " + name)
                            .anySatisfy(grant -> assertThat(grant).matches(needed));
                }
            });
        }
    }

    /// Lambda takes 4 KB of names and values of a function; with more, a deployment is rolled back at its end.
    @Test
    void theLongestParametersThatCanBeGivenFitIntoAFunctionsVariables() {
        Map<String, String> longest = new HashMap<>();
        longest.put("WebhookRetryDelays", "111111,".repeat(6));
        longest.put("EffectRetryDelays", "111111,".repeat(6));
        longest.put("RateLimitFactor", "");
        longest.put("AuthUrl", "https://");
        longest.put("ReservedAppNames", "");
        longest.put("VideoSitesUrl", "https://");
        longest.put("PayPalCertHosts", "");
        longest.put("PayPalCertRoots", "");
        longest.put("AiTokenParameter", "/");
        List.of("Alpha", "Beta", "Card", "Wallet").forEach(name -> longest.put(name + "ConnectorUrl", "https://"));
        List.of("TwitchApi", "TwitchAuth", "KickApi", "KickAuth", "StripeApi", "PayPalApi", "Ai")
                .forEach(name -> longest.put(name + "Url", "https://"));
        longest.put("BotLogin", "");
        longest.replaceAll(this::longest);

        Template filled = template(longest);
        for (Resource function : filled.functions()) {
            int bytes = FunctionSettings.of(filled, function).variables().entrySet().stream()
                    .mapToInt(variable ->
                            variable.getKey().length() + variable.getValue().length())
                    .sum();
            // A stack's own names, which stand in the names of its table, queues, buckets and parameters, are longer
            // on AWS than here.
            assertThat(bytes).as(function.id()).isLessThan(4_096 - 300);
        }
    }

    /// The longest value of a parameter that begins so.
    private String longest(String parameter, String beginning) {
        Matcher block = Pattern.compile(
                        "(?m)^  " + parameter + ":(?: &[\\w-]+)?\n(?:    .*\n)+|^  " + parameter + ": \\*([\\w-]+)")
                .matcher(text);
        assertThat(block.find()).as(parameter).isTrue();
        String of = block.group(1) == null ? block.group() : text.substring(text.indexOf("&" + block.group(1)));
        Matcher length = Pattern.compile("MaxLength: ([0-9]+)").matcher(of.substring(0, of.indexOf("Description:")));
        assertThat(length.find()).as(parameter + " has a MaxLength").isTrue();
        String end = parameter.equals("VideoSitesUrl") ? "/" : "";
        int fill = Integer.parseInt(length.group(1)) - beginning.length() - end.length();
        return beginning + (parameter.matches(".*(Delays|Factor)") ? "1" : "a").repeat(fill) + end;
    }

    /// A way to another action is a change of the code, and a change of the policies with it.
    @Test
    void everyFunctionMayDoWithTheTableWhatItsCodeDoesAndNoMore() {
        for (Resource function : template.functions()) {
            Set<String> granted = new TreeSet<>();
            for (String grant : Objects.requireNonNull(grants.get(function.id()))) {
                if (grant.startsWith("dynamodb:")) {
                    assertThat(grant).as(function.id()).matches(TABLE_GRANT);
                    granted.add(grant.replaceAll(TABLE_GRANT, "$1$2"));
                }
            }
            assertThat(granted)
                    .as(function.id())
                    .containsExactlyInAnyOrderElementsOf(TableCalls.of(
                            FunctionSettings.of(template, function).handlerClass()));
        }
    }

    @Test
    void whatElseAFunctionMayDoIsWhatAVariableNames() {
        for (Resource function : template.functions()) {
            Map<String, String> variables =
                    FunctionSettings.of(template, function).variables();
            assertThat(grants.get(function.id()))
                    .filteredOn(grant -> !grant.startsWith("dynamodb:"))
                    .allSatisfy(grant -> assertThat(isNamed(grant, variables))
                            .as(function.id() + " may do " + grant)
                            .isTrue());
        }
    }

    private static boolean isNamed(String grant, Map<String, String> variables) {
        if (grant.equals("polly:SynthesizeSpeech *")) {
            return variables.containsKey("SPEECH_ENGINE");
        }
        if (grant.startsWith("ssm:")) {
            String parameter = grant.replaceFirst(".*:parameter", "");
            return parameter.equals(variables.get("AI_TOKEN_PARAMETER"))
                    || parameter.equals(variables.get("SECRETS_KEY_PARAMETER"));
        }
        return variables.values().stream().anyMatch(value -> value.contains(named(grant)));
    }

    /// The name of the queue, bucket or API that a grant is for.
    private static String named(String grant) {
        return grant.substring(grant.lastIndexOf(':') + 1).replaceFirst("/.*", "");
    }

    @Test
    void everySocketRouteHasAnIntegrationThatMayInvokeItsFunction() {
        Map<String, Resource> integrations = template.resources("AWS::ApiGatewayV2::Integration").stream()
                .collect(Collectors.toMap(integration -> "integrations/" + integration.id(), Function.identity()));
        List<Resource> permissions = template.resources("AWS::Lambda::Permission");
        assertThat(template.resources("AWS::ApiGatewayV2::Route")).hasSize(3).allSatisfy(route -> {
            Resource integration = integrations.get(route.properties().text("Target"));
            assertThat(integration).as(route.id()).isNotNull();
            String uri = Objects.requireNonNull(integration).properties().text("IntegrationUri");
            assertThat(permissions).anySatisfy(permission -> {
                TemplateMapping properties = permission.properties();
                assertThat(properties.text("Principal")).isEqualTo("apigateway.amazonaws.com");
                assertThat(properties.text("Action")).isEqualTo("lambda:InvokeFunction");
                assertThat(uri).contains(properties.text("FunctionName"));
                assertThat(properties.text("SourceArn"))
                        .contains(":" + route.properties().text("ApiId") + "/*");
            });
        });
    }

    @Test
    void everyChangeOfTheSocketApiReachesItsStage() {
        assertThat(template.resources("AWS::ApiGatewayV2::Stage"))
                .hasSize(1)
                .allMatch(stage -> stage.properties().flag("AutoDeploy"));
    }

    @Test
    void aFunctionThatSendsToTheQueueThatInvokesItMayRunInACircle() {
        Map<String, String> queues = template.events("SQS").stream()
                .collect(Collectors.toMap(
                        FunctionEvent::function, event -> event.properties().text("Queue")));
        for (Resource function : template.functions()) {
            boolean circles = Objects.requireNonNull(grants.get(function.id()))
                    .contains("sqs:SendMessage " + queues.get(function.id()));
            assertThat(function.properties().text("RecursiveLoop", "Terminate"))
                    .as(function.id())
                    .isEqualTo(circles ? "Allow" : "Terminate");
        }
        assertThat(queues).hasSize(1);
    }

    @Test
    void aBadRecordOfTheStreamIsGivenUpAndTold() {
        assertThat(template.events("DynamoDB")).hasSize(1).allSatisfy(event -> {
            TemplateMapping stream = event.properties();
            assertThat(stream.number("MaximumRetryAttempts")).hasValue(10);
            assertThat(stream.number("MaximumRecordAgeInSeconds")).hasValue(3_600);
            assertThat(stream.flag("BisectBatchOnFunctionError")).isTrue();
            assertThat(stream.texts("FunctionResponseTypes")).containsExactly("ReportBatchItemFailures");
            assertThat(stream.section("DestinationConfig").section("OnFailure").has("Destination"))
                    .isTrue();
        });
    }

    @Test
    void oneShardNumbersTheEventsOfAnAccountAndOneFunctionHandsThemOn() {
        assertThat(template.events("DynamoDB")).hasSize(1).allSatisfy(event -> {
            assertThat(event.properties().number("ParallelizationFactor").orElse(1))
                    .as("with more, AWS keeps the order of an item alone, and each event is one")
                    .isEqualTo(1);
            assertThat(event.properties()
                            .section("FilterCriteria")
                            .sections("Filters")
                            .getFirst()
                            .text("Pattern"))
                    .as("an account's own rows have another partition key, and so another shard's numbers")
                    .contains("EVENTS#")
                    .doesNotContain("A#");
        });
    }

    @Test
    void whatQueueAndStreamInvokeLeavesANewAccountsFunctionsToRequests() {
        int ofTheStream = 4;
        int atOnce = ofTheStream
                + template.events("SQS").stream()
                        .mapToInt(event -> event.properties()
                                .section("ScalingConfig")
                                .number("MaximumConcurrency")
                                .orElse(Integer.MAX_VALUE / 4))
                        .sum();
        assertThat(atOnce)
                .as("of the 10 that a new account has, one of them for each of the four shards of a new table")
                .isLessThanOrEqualTo(8);
    }

    @Test
    void schedulesHaveNoNamesOfTheirOwnAndDoNotStartAtTheSameMinute() {
        assertThat(template.events("ScheduleV2")).isNotEmpty().allSatisfy(event -> {
            assertThat(event.properties().flag("OmitName"))
                    .as("two stacks in one account")
                    .isTrue();
            assertThat(event.properties().section("FlexibleTimeWindow").text("Mode"))
                    .as("only what runs every two minutes needs its minute")
                    .isEqualTo(
                            event.properties().text("ScheduleExpression").equals("rate(2 minutes)")
                                    ? "OFF"
                                    : "FLEXIBLE");
        });
    }

    @Test
    void bothApisAreThrottled() {
        List<Resource> stages = new ArrayList<>(template.resources("AWS::ApiGatewayV2::Stage"));
        stages.addAll(template.resources("AWS::Serverless::HttpApi"));
        assertThat(stages).hasSize(2).allSatisfy(stage -> {
            TemplateMapping throttle = stage.properties().section("DefaultRouteSettings");
            assertThat(throttle.number("ThrottlingRateLimit")).hasValue(50);
            assertThat(throttle.number("ThrottlingBurstLimit")).hasValue(250);
        });
    }

    @Test
    void aBoardAndTracesAreThereIfTheyAreAskedFor() {
        assertThat(template.resources(BOARD)).isEmpty();
        assertThat(template(Map.of("Dashboard", "true")).resources(BOARD))
                .hasSize(1)
                .allSatisfy(board -> {
                    Map<String, @Nullable Object> body = Json.readObject(
                            board.properties().text("DashboardBody").getBytes(StandardCharsets.UTF_8));
                    assertThat(body.get("widgets"))
                            .asInstanceOf(InstanceOfAssertFactories.LIST)
                            .hasSize(8);
                    assertThat(body.toString()).doesNotContain("${");
                });
        assertThat(template.functions())
                .allSatisfy(function ->
                        assertThat(function.properties().text("Tracing")).isEqualTo("PassThrough"));
        assertThat(template(Map.of("Tracing", "Active")).functions())
                .allSatisfy(function ->
                        assertThat(function.properties().text("Tracing")).isEqualTo("Active"));
    }

    @Test
    void alarmsAreThereIfSomebodyIsToldAndABudgetIfItIsAskedFor() {
        assertThat(template.resources("AWS::CloudWatch::Alarm")).isEmpty();
        Template told = template(Map.of("AlarmEmail", "a@example.com"));
        assertThat(told.resources("AWS::CloudWatch::Alarm")).hasSize(14).allSatisfy(alarm -> {
            assertThat(alarm.properties().texts("AlarmActions")).hasSize(1);
            assertThat(text("docs/operating.md")).contains("### " + alarm.id());
        });
        assertThat(told.resources("AWS::Budgets::Budget")).hasSize(1);
        assertThat(template.resources("AWS::Budgets::Budget")).isEmpty();
        Template uncounted = template(Map.of("AlarmEmail", "a@example.com", "MonthlyBudget", "0"));
        assertThat(uncounted.resources("AWS::CloudWatch::Alarm")).hasSize(14);
        assertThat(uncounted.resources("AWS::Budgets::Budget")).isEmpty();
    }

    /// CloudWatch judges by the values that there are, as far back as it looks, before it takes a missing one for
    /// breaching. A function that is not invoked has no value at all.
    @Test
    void anAlarmOfSilenceDoesNotGoByWhatWasBeforeIt() {
        assertThat(template(Map.of("AlarmEmail", "a@example.com")).resources("AWS::CloudWatch::Alarm"))
                .filteredOn(alarm -> alarm.properties().text("TreatMissingData").equals("breaching"))
                .singleElement()
                .satisfies(alarm -> {
                    List<TemplateMapping> metrics = alarm.properties().sections("Metrics");
                    assertThat(metrics).hasSize(2);
                    assertThat(metrics.getFirst().text("Expression"))
                            .isEqualTo("FILL(" + metrics.getLast().text("Id") + ", 0)");
                    assertThat(metrics.getLast().section("MetricStat").number("Period"))
                            .hasValue(300);
                    assertThat(alarm.properties().number("EvaluationPeriods"))
                            .as("what a metric of the last minutes lacks, because it comes late, is no silence")
                            .hasValue(2);
                });
    }

    /// Elsewhere CloudFormation answers "Unrecognized resource types: [AWS::Budgets::Budget]", and makes nothing.
    @ParameterizedTest
    @CsvSource({
        "us-east-1, 1",
        "eu-central-1, 1",
        "ap-southeast-2, 1",
        "eu-north-1, 0",
        "eu-south-1, 0",
        "eu-central-2, 0",
        "ap-northeast-3, 0",
        "af-south-1, 0",
        "mx-central-1, 0"
    })
    void aBudgetIsMadeWhereCloudFormationMakesBudgets(String region, int budgets) {
        Template there = Template.parse(
                "template.yaml",
                text.replace("!Ref AWS::Region", region),
                Map.of("AlarmEmail", "a@example.com", "MonthlyBudget", "10"));
        assertThat(there.resources("AWS::Budgets::Budget")).hasSize(budgets);
        assertThat(there.resources("AWS::CloudWatch::Alarm")).hasSize(14);
    }

    @Test
    void whatIsDeployedCanBeUndone() {
        assertThat(text)
                .containsPattern("Type: AWS::DynamoDB::Table\\s+DeletionPolicy: RetainExceptOnCreate"
                        + "\\s+UpdateReplacePolicy: Retain\\s+Condition: OwnsTable")
                .contains("VersionDeletionPolicy: Retain");
    }

    @Test
    void aChangeOfTheTemplateAloneReachesTheAlias() {
        assertThat(template.functions())
                .allSatisfy(function -> assertThat(function.properties().flag("AutoPublishAliasAllProperties"))
                        .as(function.id())
                        .isTrue());
    }

    /// The settings can be read in AppConfig and the variables in the console of Lambda.
    @Test
    void noSecretIsAParameter() {
        Template named =
                template(Map.of("AiTokenParameter", "/streamer-api/ai-token", "AiUrl", "https://ai.example.com"));
        assertThat(text).doesNotContain("NoEcho");
        assertThat(Policies.grants(named).get("IngestFunction"))
                .contains("ssm:GetParameter arn:aws:ssm:us-east-1:000000000000:parameter/streamer-api/ai-token");
        assertThat(named.functions().stream()
                        .map(function -> FunctionSettings.of(named, function).variables())
                        .filter(variables -> variables.containsKey("AI_TOKEN")))
                .allSatisfy(variables -> assertThat(variables).containsEntry("AI_TOKEN", ""));
        assertThat(named.functions().stream()
                        .map(function -> FunctionSettings.of(named, function).variables())
                        .filter(variables -> variables.containsKey("SECRETS_KEY_PARAMETER")))
                .isNotEmpty()
                .allSatisfy(variables -> assertThat(variables).containsEntry("SECRETS_KEY", ""));
    }

    /// A line without a level counts as one of INFO, and metrics have none.
    @Test
    void noLogLevelSilencesMetrics() {
        for (String level : List.of("DEBUG", "INFO", "WARN", "ERROR")) {
            assertThat(template(Map.of("LogLevel", level)).functions())
                    .isNotEmpty()
                    .allSatisfy(function -> assertThat(function.properties()
                                    .section("LoggingConfig")
                                    .text("ApplicationLogLevel"))
                            .isEqualTo(level.equals("DEBUG") ? "DEBUG" : "INFO"));
        }
    }

    @Test
    void paymentsChatPagesAndWhatHasNoRouteAreThrottledApart() {
        Map<String, TemplateMapping> routes = template.resources("AWS::Serverless::HttpApi")
                .getFirst()
                .properties()
                .section("RouteSettings")
                .entries();
        assertThat(routes)
                .containsKeys(
                        "ANY /ingest/card_processor",
                        "ANY /ingest/wallet_processor",
                        "ANY /ingest/alpha",
                        "ANY /ingest/beta",
                        "ANY /ingest/{proxy+}",
                        "ANY /hooks/twitch/{proxy+}",
                        "ANY /hooks/kick/{proxy+}",
                        "ANY /hooks/stripe/{proxy+}",
                        "ANY /hooks/paypal/{proxy+}",
                        "ANY /hooks/kofi/{proxy+}",
                        "ANY /hooks/{proxy+}",
                        "$default");
        Set<String> there = new TreeSet<>(Set.of("$default"));
        template.events("HttpApi")
                .forEach(event -> there.add(event.properties().text("Method", "") + " "
                        + event.properties().text("Path", "")));
        assertThat(there)
                .as("API Gateway refuses settings of a route that is not there")
                .containsAll(routes.keySet());
    }

    /// API Gateway refuses to take away a route whose settings go in the same deployment, and an installation would
    /// roll back. So these routes stay until a release has been out that has them without settings.
    @Test
    void aRouteThatAReleaseGaveSettingsStays() {
        Set<String> there = new TreeSet<>();
        template.events("HttpApi").forEach(event -> there.add(event.properties().text("Path", "")));
        assertThat(there)
                .contains(
                        "/ingest/card_processor",
                        "/ingest/wallet_processor",
                        "/ingest/alpha",
                        "/ingest/beta",
                        "/ingest/{proxy+}",
                        "/hooks/twitch/{proxy+}",
                        "/hooks/kick/{proxy+}",
                        "/hooks/stripe/{proxy+}",
                        "/hooks/paypal/{proxy+}",
                        "/hooks/kofi/{proxy+}",
                        "/hooks/{proxy+}",
                        "/v1/tips",
                        "/v1/tips/{proxy+}",
                        "/dashboard",
                        "/dashboard/{proxy+}",
                        "/overlay",
                        "/overlay/{proxy+}",
                        "/audio/{proxy+}",
                        "/tip",
                        "/tip/{proxy+}",
                        "/docs",
                        "/docs/{proxy+}");
    }

    /// The key that seals the table's secrets is made once.
    @Test
    void noFunctionMayWriteOverTheKeyOfTheSecrets() {
        List<TemplateMapping> writing = template.functions().stream()
                .flatMap(function -> function.properties().sections("Policies").stream())
                .filter(policy -> policy.sections("Statement").stream()
                        .anyMatch(statement -> statement.text("Effect").equals("Allow")
                                && statement.values().path("Action").toString().contains("ssm:PutParameter")))
                .toList();
        assertThat(writing)
                .isNotEmpty()
                .allSatisfy(policy -> assertThat(policy.sections("Statement")).anySatisfy(statement -> {
                    assertThat(statement.text("Effect")).isEqualTo("Deny");
                    assertThat(statement.text("Action")).isEqualTo("ssm:PutParameter");
                    assertThat(statement
                                    .section("Condition")
                                    .section("StringEquals")
                                    .text("ssm:Overwrite"))
                            .isEqualTo("true");
                }));
    }

    /// With a parameter that names the stream of a restored table, nothing is left of the stack's own.
    @Test
    void aTableThatIsAdoptedTakesThePlaceOfTheStacksOwnEverywhere() {
        Template adopting = template(Map.of("TableStream", ADOPTED, "Dashboard", "true"));
        String own = template.ref(template.resources("AWS::DynamoDB::Table").getFirst());
        assertThat(adopting.resources("AWS::DynamoDB::Table"))
                .as("the stack's own leaves the stack, and is kept")
                .isEmpty();
        assertThat(adopting.functions()).isNotEmpty().allSatisfy(function -> {
            assertThat(FunctionSettings.of(adopting, function).variables()).containsEntry("TABLE", "restored");
            assertThat(function.properties().values().toString()).doesNotContain(own);
        });
        assertThat(replaced(Policies.grants(template), own))
                .isEqualTo(Policies.grants(adopting).toString());
        assertThat(adopting.events("DynamoDB"))
                .hasSize(1)
                .allMatch(event -> event.properties().text("Stream").equals(ADOPTED));
        assertThat(adopting.resources(BOARD))
                .allMatch(board -> board.properties().text("DashboardBody").contains("\"TableName\", \"restored\""));
        assertThat(adopting.output("TableName")).isEqualTo("restored");
    }

    @Test
    void domainsOfOnesOwnAreWhatTheServiceCallsItselfEverywhere() {
        Template named = template(DOMAINS);
        for (Resource function : named.functions()) {
            FunctionSettings.of(named, function).variables().forEach((name, value) -> {
                switch (name) {
                    case "AUTH_URL" -> assertThat(value).as(function.id()).isEqualTo("https://api.example.com");
                    case "WS_URL" -> assertThat(value).as(function.id()).isEqualTo("wss://rt.example.com/realtime");
                    case "CONNECTIONS_URL" -> assertThat(value).contains(".execute-api.");
                    default -> assertThat(value).as(function.id() + " " + name).doesNotContain("execute-api");
                }
            });
        }
        Template half = template(
                Map.of("ApiDomain", "api.example.com", "Certificate", String.valueOf(DOMAINS.get("Certificate"))));
        assertThat(half.functions())
                .extracting(function ->
                        FunctionSettings.of(half, function).variables().get("AUTH_URL"))
                .as("without a name for sockets")
                .containsOnly(null, "https://api.example.com");
        assertThat(named.output("BaseUrl")).isEqualTo("https://api.example.com/v1");
        assertThat(named.output("DashboardUrl")).isEqualTo("https://api.example.com/dashboard");
        assertThat(named.output("RealtimeUrl")).isEqualTo("wss://rt.example.com/realtime");
    }

    @Test
    void aDomainLeadsToItsApi() {
        Template named = template(DOMAINS);
        assertThat(named.resources(MAPPING))
                .extracting(mapping -> mapping.properties().text("DomainName") + " "
                        + mapping.properties().text("ApiMappingKey", "") + " "
                        + mapping.properties().text("ApiId") + " "
                        + mapping.properties().text("Stage"))
                .containsExactly("api.example.com  httpapi $default", "rt.example.com realtime websocketapi realtime");
        assertThat(named.resources("AWS::ApiGatewayV2::DomainName")).hasSize(2).allSatisfy(domain -> {
            assertThat(domain.properties().sections("DomainNameConfigurations"))
                    .allMatch(configured -> configured.text("CertificateArn").equals(DOMAINS.get("Certificate")));
            assertThat(named.output(domain.id().replace("Name", "") + "Target"))
                    .isEqualTo(named.attribute(domain, "RegionalDomainName"));
        });
        assertThat(named.resources(RECORD)).as("no hosted zone").isEmpty();
        Map<String, String> withZone = new HashMap<>(DOMAINS);
        withZone.put("HostedZone", "Z00000000000");
        assertThat(template(withZone).resources(RECORD))
                .extracting(
                        record -> record.properties().text("Name"),
                        record -> record.properties().section("AliasTarget").text("DNSName"))
                .containsExactly(
                        tuple("api.example.com", named.output("ApiDomainTarget")),
                        tuple("rt.example.com", named.output("RealtimeDomainTarget")));
    }

    @Test
    void aDomainNeedsACertificateAndWithoutOneNothingIsMade() {
        assertThat(template.resources("AWS::ApiGatewayV2::DomainName")).isEmpty();
        assertThat(template.resources(MAPPING)).isEmpty();
        for (String domain : List.of("ApiDomain", "RealtimeDomain")) {
            assertThatThrownBy(() -> template(Map.of(domain, "a.example.com")))
                    .hasMessageContaining("ApiDomain and RealtimeDomain need a Certificate");
        }
    }

    /// API Gateway makes a domain once, so the second one would roll the deployment back.
    @Test
    void theTwoDomainsAreNotOne() {
        assertThatThrownBy(() -> template(Map.of(
                        "ApiDomain",
                        "a.example.com",
                        "RealtimeDomain",
                        "a.example.com",
                        "Certificate",
                        DOMAINS.get("Certificate"))))
                .hasMessageContaining("RealtimeDomain must be another domain than ApiDomain");
    }

    private static String replaced(Map<String, Set<String>> grants, String own) {
        return grants.toString().replace("table/" + own, "table/restored");
    }

    private Template template(Map<String, String> parameters) {
        return Template.parse("template.yaml", text, parameters);
    }

    private static String text(String file) {
        return Product.text(Service.root().resolve(file));
    }

    @Test
    void everyFunctionIsCalledOnceADay() {
        List<FunctionEvent> schedules = template.events("ScheduleV2");
        assertThat(schedules)
                .filteredOn(
                        event -> event.properties().text("ScheduleExpression").equals("rate(1 day)"))
                .filteredOn(event -> event.properties().text("Input").equals("{\"source\":\"keep-active\"}"))
                .extracting(FunctionEvent::function)
                .containsExactlyInAnyOrderElementsOf(
                        template.functions().stream().map(Resource::id).toList());
    }

    @Test
    void theDefaultsAreTheContracts() {
        Map<String, String> delivery = template.functions().stream()
                .filter(function -> function.id().equals("WorkerFunction"))
                .map(function -> FunctionSettings.of(template, function).variables())
                .findFirst()
                .orElseThrow();
        assertThat(delivery)
                .containsEntry("WEBHOOK_RETRY_DELAYS", "60,300,1800,7200,18000,43200,86400")
                .containsEntry("WEBHOOK_ALLOW_PRIVATE", "false")
                .containsEntry("HEADER_PREFIX", "Service-")
                .containsEntry("RATE_LIMIT_FACTOR", "1");
        assertThat(text)
                .as("nobody who deploys can open private addresses")
                .containsPattern(
                        "WebhookAllowPrivate:\\s+Type: String\\s+Default: \"false\"\\s+AllowedValues: \\[\"false\"]");
    }

    /// S3 alone judges an address that is signed, when a browser uses it. So no call of a function tells of a missing
    /// grant.
    @Test
    void theBucketsAreOpenToThoseThatFillThemAndSignTheirAddresses() {
        assertThat(ofBuckets("BrowserSourceFunction"))
                .containsExactlyInAnyOrder(
                        "s3:GetObject audiobucket/*",
                        "s3:ListBucket audiobucket",
                        "s3:GetObject librarybucket/files/*",
                        "s3:ListBucket librarybucket");
        assertThat(ofBuckets("DashboardFunction"))
                .containsExactlyInAnyOrder(
                        "s3:PutObject librarybucket/pending/*",
                        "s3:GetObject librarybucket/pending/*",
                        "s3:DeleteObject librarybucket/pending/*",
                        "s3:PutObject librarybucket/files/*",
                        "s3:GetObject librarybucket/files/*",
                        "s3:DeleteObject librarybucket/files/*",
                        "s3:ListBucket librarybucket");
        assertThat(ofBuckets("WorkerFunction"))
                .containsExactlyInAnyOrder(
                        "s3:PutObject audiobucket/*",
                        "s3:DeleteObject librarybucket/pending/*",
                        "s3:DeleteObject librarybucket/files/*");
        assertThat(text).containsPattern("LibraryBucket:\\n(    .*\\n)*?      CorsConfiguration:\\n");
    }

    private List<String> ofBuckets(String function) {
        return Objects.requireNonNull(grants.get(function)).stream()
                .filter(grant -> grant.startsWith("s3:"))
                .map(grant -> grant.replace("arn:aws:s3:::streamer-api-", ""))
                .toList();
    }

    /// The grant that a variable is no use without, as a pattern; null if it needs none.
    private @Nullable String needed(String variable, String value) {
        if (variable.equals("TABLE")) {
            return "dynamodb:\\w+ .*:table/" + Pattern.quote(value);
        }
        if (variable.endsWith("_QUEUE")) {
            return "sqs:SendMessage .*:" + Pattern.quote(value.substring(value.lastIndexOf('/') + 1));
        }
        if (variable.equals("AI_TOKEN_PARAMETER") || variable.equals("SECRETS_KEY_PARAMETER")) {
            return "ssm:GetParameter .*:parameter" + Pattern.quote(value);
        }
        if (variable.equals("AUDIO_URL")) {
            return "s3:(Get|Put)Object .*/\\*";
        }
        if (variable.equals("LIBRARY_URL")) {
            return "s3:(Get|Delete)Object .*/files/\\*";
        }
        if (variable.equals("SPEECH_VOICE")) {
            return "polly:SynthesizeSpeech \\*";
        }
        return variable.equals("CONNECTIONS_URL") ? "execute-api:ManageConnections .*/realtime/\\*" : null;
    }

    /// The route of the template that takes a request of this route: of those that fit, the longest.
    /// Pages are in no document.
    private static String address(Route route) {
        return route.manner().documented() ? DOCUMENT.address(route.template()) : route.template();
    }

    private FunctionEvent routed(Route route) {
        String path = address(route);
        return template.events("HttpApi").stream()
                .filter(event -> takes(event, path))
                .max(Comparator.comparingInt(event -> path(event).length()))
                .orElseThrow();
    }

    private static boolean takes(FunctionEvent event, String path) {
        String own = path(event);
        return own.isEmpty()
                || (own.endsWith(GREEDY)
                        ? path.matches(Pattern.quote(own.substring(0, own.length() - GREEDY.length() + 1)) + ".+")
                        : path.equals(own));
    }

    /// Whether a path is the event's own, or one of the group that the event's path begins.
    private static boolean isBelow(FunctionEvent event, String path) {
        String group = path(event).replace(GREEDY, "");
        return path.equals(group) || path.startsWith(group + "/");
    }

    private static String path(FunctionEvent event) {
        return event.properties().text("Path", "");
    }

    private static String access(Operation operation) {
        if (operation.role() != null) {
            return "signed in as " + operation.role();
        }
        return operation.scope() == null
                ? (operation.authenticated() ? "any credential" : "public")
                : operation.scope();
    }

    private static String access(Access access) {
        return switch (access) {
            case Access.Public open -> "public";
            case Access.Signed signed -> "public";
            case Access.Credential credential -> {
                Scope scope = credential.scope();
                yield scope == null ? "any credential" : scope.label();
            }
            case Access.SignedIn signedIn -> "signed in as " + signedIn.role().label();
        };
    }
}
