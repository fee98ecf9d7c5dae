package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.localstack.template.TemplateException;
import streamerapi.service.Service;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import static org.assertj.core.api.Assertions.assertThat;

/// A fault in template.yaml is found by the test that is there for it.
@NullMarked
class TemplateMutationsTest {

    /// A fault: a text of the template, and what stands in its place.
    ///
    /// @param in the resource in which the text stands, or the whole template if it is empty
    /// @param caughtBy the test of [TemplateTest] that fails, or [#REFUSED]
    record Mutation(String in, String text, String instead, String caughtBy) {
        @Override
        public String toString() {
            return (in.isEmpty() ? "" : in + ": ") + text.strip() + " -> " + instead.strip();
        }
    }

    /// The reader of the template finds it itself, so that neither the local stack nor any test starts.
    private static final String REFUSED = "refused";

    private static final String TEXT = Product.text(Service.root().resolve("template.yaml"));

    static List<Mutation> mutations() {
        String rights = "everyFunctionMayDoWhatItsVariablesAreFor";
        String table = "everyFunctionMayDoWithTheTableWhatItsCodeDoesAndNoMore";
        String other = "whatElseAFunctionMayDoIsWhatAVariableNames";
        String sockets = "everySocketRouteHasAnIntegrationThatMayInvokeItsFunction";
        String paths = "everyPathReachesTheFunctionThatOwnsIt";
        String nowhere = "noRouteLeadsNowhere";
        String circle = "aFunctionThatSendsToTheQueueThatInvokesItMayRunInACircle";
        String stream = "aBadRecordOfTheStreamIsGivenUpAndTold";
        String silent = "noLogLevelSilencesMetrics";
        String secret = "noSecretIsAParameter";
        String published = "aChangeOfTheTemplateAloneReachesTheAlias";
        String apart = "paymentsChatPagesAndWhatHasNoRouteAreThrottledApart";
        String order = "oneShardNumbersTheEventsOfAnAccountAndOneFunctionHandsThemOn";
        String newAccount = "whatQueueAndStreamInvokeLeavesANewAccountsFunctionsToRequests";
        String schedules = "schedulesHaveNoNamesOfTheirOwnAndDoNotStartAtTheSameMinute";
        String daily = "everyFunctionIsCalledOnceADay";
        String throttles = "bothApisAreThrottled";
        String alarms = "alarmsAreThereIfSomebodyIsToldAndABudgetIfItIsAskedFor";
        String options = "aBoardAndTracesAreThereIfTheyAreAskedFor";
        String adopted = "aTableThatIsAdoptedTakesThePlaceOfTheStacksOwnEverywhere";
        String domains = "domainsOfOnesOwnAreWhatTheServiceCallsItselfEverywhere";
        String leads = "aDomainLeadsToItsApi";
        String certified = "aDomainNeedsACertificateAndWithoutOneNothingIsMade";
        String silence = "anAlarmOfSilenceDoesNotGoByWhatWasBeforeIt";
        String undone = "whatIsDeployedCanBeUndone";
        String defaults = "theDefaultsAreTheContracts";
        String buckets = "theBucketsAreOpenToThoseThatFillThemAndSignTheirAddresses";
        String received = "whatPlatformsSendLeadsToTheReceivers";
        return List.of(
                // permissions
                new Mutation("TippingFunction", "Policies: [*rows]", "Policies: []", rights),
                new Mutation("CountersFunction", "*rows, *list-rows, *delete-rows", "", rights),
                new Mutation("CountersFunction", "*rows, *list-rows, *delete-rows", "*rows, *list-rows", table),
                new Mutation("CountersFunction", "*list-rows", "*list-by-place", table),
                new Mutation("OAuthFunction", "*check-rows, *delete-rows", "*delete-rows", table),
                new Mutation("EventsFunction", "*list-by-place, ", "", table),
                new Mutation("LeaderboardFunction", "*list-rows", "*list-rows, *delete-rows", table),
                new Mutation("DocsFunction", "[*rows]", "[*rows, *list-rows]", table),
                new Mutation("TimerScheduleFunction", "dynamodb:GetItem", "dynamodb:UpdateItem", table),
                new Mutation("CreateAccountFunction", "dynamodb:PutItem, ", "", table),
                new Mutation("CreateAccountFunction", "dynamodb:PutItem", "\"dynamodb:*\"", table),
                new Mutation("CreateAccountFunction", "*table-arn", "\"*\"", table),
                new Mutation("FanOutFunction", "        - *delete-rows\n", "", table),
                new Mutation("EventsFunction", "!Ref WorkQueue", "!Ref FanOutDeadLetters", other),
                new Mutation("WorkerFunction", "SPEECH_ENGINE:", "ENGINE_OF_SPEECH:", other),
                new Mutation("WebhooksFunction", "sqs:SendMessage", "sqs:ReceiveMessage", rights),
                new Mutation("WebhooksFunction", "!GetAtt WorkQueue.Arn", "!GetAtt FanOutDeadLetters.Arn", rights),
                new Mutation("DashboardFunction", "        - *send-work\n", "", rights),
                new Mutation("WorkerFunction", "        - *send-work\n", "", rights),
                new Mutation("WorkerFunction", "        - *post-to-sockets\n", "", rights),
                new Mutation("FanOutFunction", "        - *post-to-sockets\n", "", rights),
                new Mutation("FanOutFunction", "        - *send-work\n", "", rights),
                new Mutation("FanOutFunction", "*table-arn", "!GetAtt WorkQueue.Arn", table),
                new Mutation("IngestFunction", "execute-api:ManageConnections", "execute-api:Invoke", rights),
                new Mutation("IngestFunction", "/realtime/*", "/other/*", rights),
                new Mutation("RealtimeFunction", "*send-work", "*list-rows", rights),
                new Mutation("WorkerFunction", "!GetAtt WorkQueue.Arn", "!GetAtt FanOutDeadLetters.Arn", other),
                new Mutation("WebSocketPermission", "lambda:InvokeFunction", "lambda:GetFunction", sockets),
                new Mutation("WebSocketPermission", "apigateway.amazonaws.com", "s3.amazonaws.com", sockets),
                new Mutation("WebSocketPermission", "RealtimeFunction.Alias", "RealtimeTokenFunction.Alias", sockets),
                new Mutation("WebSocketPermission", "${WebSocketApi}/*", "${HttpApi}/*", sockets),
                new Mutation("BrowserSourceFunction", "!Sub \"${AudioBucket.Arn}/*\", ", "", buckets),
                new Mutation("BrowserSourceFunction", "!GetAtt AudioBucket.Arn, ", "", buckets),
                new Mutation("DashboardFunction", "s3:ListBucket", "s3:GetBucketAcl", buckets),
                new Mutation(
                        "LibraryBucket",
                        "      CorsConfiguration:\n        CorsRules:\n"
                                + "          - { AllowedMethods: [POST, GET], AllowedOrigins: [\"*\"], MaxAge: 3600 }\n",
                        "",
                        buckets),
                // routes
                new Mutation("RealtimeIntegration", "RealtimeFunction.Alias", "RealtimeTokenFunction.Alias", sockets),
                new Mutation("ConnectRoute", "integrations/${RealtimeIntegration}", "integrations/none", sockets),
                new Mutation("DefaultRoute", "integrations/${RealtimeIntegration}", "integrations/none", sockets),
                new Mutation("DisconnectRoute", "!Ref WebSocketApi", "!Ref HttpApi", sockets),
                new Mutation(
                        "", "ConnectRoute:\n    Type: AWS::ApiGatewayV2::Route", "ConnectRoute:\n    Type: X", REFUSED),
                new Mutation("TipsFunction", "/v1/tips/{proxy+}", "/v1/tip/{proxy+}", paths),
                new Mutation("TtsFunction", "Path: /v1/tts,", "Path: /v1/ttss,", nowhere),
                new Mutation("MediaFunction", "/v1/media/{proxy+}", "/v1/tts/{proxy+}", paths),
                new Mutation("OverlaysFunction", "/v1/overlays/{proxy+}", "/v2/overlays/{proxy+}", paths),
                new Mutation("TippingFunction", "/v1/tipping/{proxy+}", "/v1/typing/{proxy+}", paths),
                new Mutation("CountersFunction", "/v1/counters/{proxy+}", "/v1/counter/{proxy+}", paths),
                new Mutation("WebhooksFunction", "/v1/webhook-deliveries/{proxy+}", "/v1/deliveries/{proxy+}", paths),
                new Mutation("WebhooksFunction", "/v1/webhook-endpoints/{proxy+}", "/v1/endpoints/{proxy+}", paths),
                new Mutation("OAuthFunction", "/oauth/{proxy+}", "/o/{proxy+}", paths),
                new Mutation("OAuthFunction", "/.well-known/oauth-authorization-server", "/.well-known/oauth", nowhere),
                new Mutation("McpFunction", "Path: /mcp,", "Path: /mpc,", nowhere),
                new Mutation("McpFunction", "Path: /mcp,", "Path: /overlay/x,", paths),
                new Mutation("DashboardFunction", "/dashboard/{proxy+}", "/board/{proxy+}", paths),
                new Mutation("RealtimeTokenFunction", "/v1/realtime/{proxy+}", "/v1/real/{proxy+}", paths),
                new Mutation("TipsFunction", "Method: ANY", "Method: ANY, Pathh: x", REFUSED),
                // sockets' stage
                new Mutation(
                        "WebSocketStage",
                        "AutoDeploy: true",
                        "AutoDeploy: false",
                        "everyChangeOfTheSocketApiReachesItsStage"),
                new Mutation("WebSocketStage", "DefaultRouteSettings: *throttle", "Description: none", throttles),
                new Mutation(
                        "HttpApi", "ThrottlingRateLimit: !Ref RequestRate", "ThrottlingRateLimit: 9000", throttles),
                new Mutation("RequestBurst", "Default: 250", "Default: 5000", throttles),
                // queues and stream
                new Mutation("WorkerFunction", "RecursiveLoop: Allow", "RecursiveLoop: Terminate", circle),
                new Mutation("WorkerFunction", "      RecursiveLoop: Allow\n", "", circle),
                new Mutation("TtsFunction", "Handler:", "RecursiveLoop: Allow\n      Handler:", circle),
                new Mutation("WorkerFunction", "RecursiveLoop: Allow", "RecursiveLoop: Sometimes", REFUSED),
                new Mutation("FanOutFunction", "ParallelizationFactor: 1", "ParallelizationFactor: 2", order),
                new Mutation("FanOutFunction", "{\"prefix\":\"EVENTS#\"}", "{\"prefix\":\"A#\"}", order),
                new Mutation("FanOutFunction", "            MaximumRetryAttempts: 10\n", "", stream),
                new Mutation("FanOutFunction", "            MaximumRecordAgeInSeconds: 3600\n", "", stream),
                new Mutation("FanOutFunction", "            BisectBatchOnFunctionError: true\n", "", stream),
                new Mutation(
                        "FanOutFunction", "            FunctionResponseTypes: [ReportBatchItemFailures]\n", "", stream),
                new Mutation(
                        "FanOutFunction",
                        "            DestinationConfig:\n              OnFailure: { Type: SQS, Destination: !GetAtt FanOutDeadLetters.Arn }\n",
                        "",
                        stream),
                new Mutation("WorkerConcurrency", "Default: 4", "Default: 7", newAccount),
                new Mutation("WorkerConcurrency", "Default: 4", "Default: 1", REFUSED),
                new Mutation(
                        "WorkerFunction",
                        "            ScalingConfig: { MaximumConcurrency: !Ref WorkerConcurrency }\n",
                        "",
                        newAccount),
                new Mutation(
                        "WorkerFunction",
                        "Queue: !GetAtt WorkQueue.Arn",
                        "Queue: !GetAtt FanOutDeadLetters.Arn",
                        circle),
                new Mutation("WorkerFunction", "Timeout: 60", "Timeout: 1000", REFUSED),
                new Mutation("", "deadLetterTargetArn: !GetAtt WorkDeadLetters.Arn", "deadLetter: x", REFUSED),
                // schedules
                new Mutation("IdentityFunction", "            OmitName: true\n", "", schedules),
                new Mutation("WorkerFunction", "            OmitName: true\n", "", schedules),
                new Mutation("IdentityFunction", "Mode: FLEXIBLE", "Mode: \"OFF\"", schedules),
                new Mutation("TtsFunction", "        KeepActive: *keep-active\n", "", daily),
                new Mutation("IdentityFunction", "rate(1 day)", "rate(20 days)", daily),
                new Mutation("IdentityFunction", "keep-active\"}'", "something\"}'", daily),
                // the table, the stack's own or one that is adopted
                new Mutation("CreateAccountFunction", "*table-arn", "!GetAtt Table.Arn", REFUSED),
                new Mutation("FanOutFunction", "*table-arn", "!GetAtt Table.Arn", REFUSED),
                new Mutation("TtsFunction", "{ Arn: *table-arn }", "{ Arn: !GetAtt Table.Arn }", REFUSED),
                new Mutation(
                        "FanOutFunction",
                        "!If [OwnsTable, !GetAtt Table.StreamArn, !Ref TableStream]",
                        "!GetAtt Table.StreamArn",
                        REFUSED),
                new Mutation("FanOutFunction", "Table.StreamArn, !Ref TableStream", "Table.StreamArn, \"\"", adopted),
                new Mutation("", "!Select [1, !Split", "!Select [0, !Split", adopted),
                new Mutation("", "!Select [0, !Split", "!Select [1, !Split", adopted),
                new Mutation("StatusBoard", "TableName: *table-name", "TableName: table", adopted),
                new Mutation("", "    Value: *table-name", "    Value: !Ref Logs", adopted),
                new Mutation("Table", "    Condition: OwnsTable\n", "", undone),
                new Mutation("Table", "    UpdateReplacePolicy: Retain\n", "", undone),
                // domains
                new Mutation("McpFunction", "AUTH_URL: *own-auth-url", "AUTH_URL: !Ref AuthUrl", domains),
                new Mutation("WorkerFunction", "AUTH_URL: *auth-url", "AUTH_URL: https://api.a.example", domains),
                new Mutation("", "!If [HasApiDomain, !Sub", "!If [HasRealtimeDomain, !Sub", domains),
                new Mutation("", "wss://${RealtimeDomain}/", "wss://${ApiDomain}/", domains),
                new Mutation("", "wss://${RealtimeDomain}/realtime", "wss://${RealtimeDomain}", domains),
                new Mutation("BaseUrl", "*api-url", "*ws-url", domains),
                new Mutation("RealtimeUrl", "*ws-url", "wss://rt.a.example", domains),
                new Mutation("ApiDomainMapping", "!Ref HttpApi\n", "!Ref WebSocketApi\n", leads),
                new Mutation("RealtimeDomainMapping", "!Ref WebSocketApi", "!Ref HttpApi", leads),
                new Mutation("RealtimeDomainMapping", "ApiMappingKey: realtime", "ApiMappingKey: other", leads),
                new Mutation("RealtimeDomainMapping", "!Ref WebSocketStage", "!Ref HttpApi.Stage", leads),
                new Mutation("RealtimeDomainMapping", "    Condition: HasRealtimeDomain\n", "", REFUSED),
                new Mutation("RealtimeDomainRecord", "RealtimeDomainName.Regional", "ApiDomainName.Regional", leads),
                new Mutation("ApiDomainRecord", "RecordsApiDomain", "HasApiDomain", leads),
                new Mutation("ApiDomainName", "!Ref Certificate", "arn", leads),
                new Mutation("", "ApiDomain, \"\"], !Equals", "ApiDomain, \"a.example.com\"], !Equals", REFUSED),
                new Mutation(
                        "",
                        "!Ref RealtimeDomain, \"\"]]\n          - !Not",
                        "!Ref AuthUrl, \"\"]]\n          - !Not",
                        certified),
                // alarms, switches and storage
                new Mutation("FanOutDelayAlarm", "    Condition: SendsAlarms\n", "", REFUSED),
                new Mutation("ThrottlesAlarm", "Condition: SendsAlarms", "Condition: WatchesCost", alarms),
                new Mutation("RecursionAlarm", "      AlarmActions: *tell\n", "", alarms),
                new Mutation("ScheduleAlarm", "Expression: FILL(runs, 0)", "Expression: runs", silence),
                new Mutation("", "  RecursionAlarm:", "  LoopAlarm:", alarms),
                new Mutation("StatusBoard", "    Condition: HasDashboard\n", "", options),
                new Mutation("StatusBoard", "{\"widgets\": [", "{\"widgets\": ", options),
                new Mutation("StatusBoard", "\"${HttpApi}\"", "\"${!HttpApi}\"", options),
                new Mutation("Tracing", "Default: PassThrough", "Default: Active", options),
                new Mutation("", "    Tracing: !Ref Tracing\n", "", REFUSED),
                new Mutation("Budget", "Condition: WatchesCost", "Condition: SendsAlarms", alarms),
                new Mutation("Table", "RetainExceptOnCreate", "Retain", undone),
                new Mutation("", "    VersionDeletionPolicy: Retain\n", "", undone),
                new Mutation("", "!If [LogsAll, DEBUG, INFO]", "!Ref LogLevel", silent),
                new Mutation("IngestFunction", "AI_TOKEN: \"\"", "AI_TOKEN: !Ref AiUrl", secret),
                new Mutation("IngestFunction", "Action: ssm:GetParameter", "Action: \"ssm:*\"", secret),
                new Mutation("DashboardFunction", "SECRETS_KEY: \"\"", "SECRETS_KEY: !Ref BotLogin", secret),
                new Mutation("", "    AutoPublishAliasAllProperties: true\n", "", published),
                new Mutation("HttpApi", "ANY /ingest/card_processor: *throttle", "ANY /ingest/card: *throttle", apart),
                new Mutation(
                        "HttpApi",
                        "ANY /hooks/kick/{proxy+}: *hooks-throttle",
                        "ANY /hooks/kick: *hooks-throttle",
                        apart),
                new Mutation(
                        "HttpApi",
                        "ANY /hooks/paypal/{proxy+}: *hooks-throttle",
                        "ANY /hooks/paypal: *hooks-throttle",
                        apart),
                new Mutation("HooksFunction", "/hooks/twitch/{proxy+}", "/hook/twitch/{proxy+}", received),
                new Mutation("HooksFunction", "        - *send-work\n", "", rights),
                new Mutation("HttpApi", "        $default: *throttle\n", "", apart),
                new Mutation(
                        "WebhookAllowPrivate",
                        "AllowedValues: [\"false\"]",
                        "AllowedValues: [\"false\", \"true\"]",
                        defaults),
                new Mutation("HeaderPrefix", "Default: Service-", "Default: Other-", defaults),
                new Mutation("RateLimitFactor", "Default: \"1\"", "Default: \"2\"", defaults),
                new Mutation("WebhookRetryDelays", "\"60,300,", "\"1,2,", defaults));
    }

    @AfterEach
    void forget() {
        TemplateTest.MUTATED.remove();
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void isCaught(Mutation mutation) throws ReflectiveOperationException {
        String caughtBy = mutation.caughtBy();
        assertThat(failures(
                        mutated(mutation),
                        test -> caughtBy.equals(REFUSED) || test.getName().equals(caughtBy)))
                .contains(caughtBy);
    }

    @Test
    void theTemplateItselfIsWithoutFault() throws ReflectiveOperationException {
        assertThat(failures(TEXT, test -> true)).isEmpty();
    }

    private static String mutated(Mutation mutation) {
        int from = mutation.in().isEmpty() ? 0 : TEXT.indexOf("\n  " + mutation.in() + ":\n");
        assertThat(from).as(mutation.in()).isNotNegative();
        int at = TEXT.indexOf(mutation.text(), from);
        assertThat(at).as(mutation.text()).isNotNegative();
        return TEXT.substring(0, at)
                + mutation.instead()
                + TEXT.substring(at + mutation.text().length());
    }

    /// The tests, of some of the template's, that fail on this text; [#REFUSED] if no test starts with it.
    private static Set<String> failures(String text, Predicate<Method> some) throws ReflectiveOperationException {
        TemplateTest.MUTATED.set(text);
        Set<String> failures = new TreeSet<>();
        try {
            TemplateTest tests = new TemplateTest();
            for (Method test : Arrays.stream(TemplateTest.class.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Test.class))
                    .filter(some)
                    .toList()) {
                if (fault(tests, test) != null) {
                    failures.add(test.getName());
                }
            }
        } catch (TemplateException refused) {
            failures.add(REFUSED);
        }
        return failures;
    }

    private static @Nullable Throwable fault(TemplateTest tests, Method test) throws ReflectiveOperationException {
        try {
            test.invoke(tests);
            return null;
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof TemplateException refused) {
                throw refused;
            }
            return failed.getCause();
        }
    }
}
