package streamerapi.localstack;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.template.TemplateException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class TemplateErrorsTest {
    @TempDir
    private Path directory;

    static Stream<Arguments> changes() {
        return Stream.of(
                arguments("BillingMode:", "Billing:", "Resources.Table.Billing is not supported by the local stack"),
                arguments(
                        "AttributeType: S }",
                        "AttributeType: S, Size: 3 }",
                        "Resources.Table.AttributeDefinitions.Size is not supported by the local stack"),
                arguments(
                        "      VisibilityTimeout: 1",
                        "      VisibilityTimeout: 1\n      FifoQueue: true",
                        "Resources.Work.FifoQueue is not supported by the local stack"),
                arguments(
                        "VisibilityTimeout: 1",
                        "VisibilityTimeout: soon",
                        "Resources.Work.VisibilityTimeout must be a whole number"),
                arguments(
                        "maxReceiveCount: 2",
                        "maxReceives: 2",
                        "Resources.Work.RedrivePolicy.maxReceives is not supported by the local stack"),
                arguments(
                        "!GetAtt DeadLetters.Arn",
                        "!GetAtt Elsewhere.Arn",
                        "Resources.Work.RedrivePolicy.deadLetterTargetArn there is no parameter or resource Elsewhere"),
                arguments(
                        "!GetAtt DeadLetters.Arn",
                        "!GetAtt DeadLetters.Size",
                        "DeadLetters (AWS::SQS::Queue) has no attribute Size that is supported"),
                arguments(
                        "!GetAtt DeadLetters.Arn",
                        "!ImportValue shared",
                        "the intrinsic !ImportValue is not supported by the local stack"),
                arguments(
                        "!GetAtt DeadLetters.Arn",
                        "{ \"Fn::ImportValue\": shared }",
                        "Fn::ImportValue is not supported by the local stack"),
                arguments(
                        "Type: AWS::Serverless::HttpApi",
                        "Type: AWS::Serverless::Api",
                        "Resources.HttpApi the resource type AWS::Serverless::Api is not supported by the local stack"),
                arguments(
                        "Type: ScheduleV2",
                        "Type: S3",
                        "Resources.CreateAccountFunction.Events.KeepActive the event type S3 is not supported"),
                arguments(
                        "rate(1 day)",
                        "at(2030-01-01T00:00:00)",
                        "ScheduleExpression is at(2030-01-01T00:00:00), and the local stack supports rate(...) and cron(...)"),
                arguments("rate(1 day)", "cron(0 12 * *)", "has a cron expression of 4 fields, and needs 6"),
                arguments(
                        "BatchSize: 10",
                        "TumblingWindowInSeconds: 10",
                        "Events.Stream.Properties.TumblingWindowInSeconds is not supported by the local stack"),
                arguments("BatchSize: 10", "BatchSize: 0", "Events.Stream.Properties.BatchSize must be 1 to 10000"),
                arguments(
                        "[ReportBatchItemFailures]",
                        "[ReportEverything]",
                        "FunctionResponseTypes supports only ReportBatchItemFailures"),
                arguments(
                        "{\"prefix\":\"EVENTS#\"}",
                        "{\"numeric\":[\">\",1]}",
                        "Filters[0].Pattern has the rule numeric, which the local stack does not support"),
                arguments(
                        "Stream: !GetAtt Table.StreamArn",
                        "Stream: arn:elsewhere",
                        "Events.Stream.Properties.Stream is no ARN of a table's stream"),
                arguments("TRIM_HORIZON", "AT_TIMESTAMP", "and the local stack supports only TRIM_HORIZON, LATEST"),
                arguments(
                        "Queue: !GetAtt Work.Arn",
                        "Queue: arn:elsewhere",
                        "Events.Queue.Properties.Queue names no queue of the template"),
                arguments(
                        "ScriptedFunction::handleRequest",
                        "Missing::handleRequest",
                        "Handler there is no class streamerapi.localstack.fixtures.Missing"),
                arguments(
                        "ScriptedFunction::handleRequest",
                        "Fixture::handleRequest",
                        "Fixture has no public constructor that takes an Environment"),
                arguments("ScriptedFunction::handleRequest", "ScriptedFunction::run", "must end with ::handleRequest"),
                arguments(
                        "    Timeout: 30",
                        "    Timeout: 30\n    Layers: [a]",
                        "Layers is not supported by the local stack"),
                arguments(
                        "RouteKey: say",
                        "RouteKey: say, RouteResponseSelectionExpression: $default",
                        "Resources.SayRoute.RouteResponseSelectionExpression is not supported by the local stack"),
                arguments(
                        "integrations/${Integration}",
                        "integrations/Nowhere",
                        "Target names no integration: integrations/Nowhere"),
                arguments("$request.body.type", "$request.header.type", "must begin with $request.body."),
                arguments("Path: /v1/hurry", "Path: /v1/echo, PayloadFormatVersion: \"1.0\"", "supports only 2.0"),
                arguments("Path: /v1/hurry, Method: GET", "Path: /v1/echo, Method: ANY", "a second time"),
                arguments("    Default: \"60,300\"", "    Description: none", "Parameters.Delays.Default is missing"),
                arguments(
                        "    Default: \"60,300\"",
                        "    Default: \"60,300\"\n    AllowedPattern: \"[a-z]+\"",
                        "Parameters.Delays.Default does not match AllowedPattern [a-z]+"),
                arguments(
                        "    Default: \"60,300\"",
                        "    Default: \"60,300\"\n    MinLength: 7",
                        "Parameters.Delays.Default is shorter than MinLength"),
                arguments(
                        "    Default: \"60,300\"",
                        "    Default: \"60,300\"\n    MaxLength: 5",
                        "Parameters.Delays.Default is longer than MaxLength"),
                arguments(
                        "TimeoutInMillis: 200",
                        "TimeoutInMillis: 30001",
                        "Properties.TimeoutInMillis must be 50 to 30000"),
                arguments("Transform:", "Mappings:", "the section Mappings is not supported by the local stack"),
                arguments("  Stage:\n", "  Deployment:\n", "the key Deployment stands twice"),
                arguments("DependsOn: [ConnectRoute", "DependsOn: [Route66", "there is no resource Route66"),
                arguments("AWSTemplateFormatVersion: ", "AWSTemplateFormatVersion: [", "line"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void whatIsNotSupportedIsNamed(String original, String changed, String message) throws IOException {
        assertThat(Fixture.templateText()).contains(original);
        Path template = directory.resolve("template.yaml");
        Files.writeString(template, Fixture.templateText().replace(original, changed));

        assertThatThrownBy(() -> LocalStack.start(Options.of(template)).close())
                .isInstanceOf(TemplateException.class)
                .hasMessageStartingWith("template.yaml")
                .extracting(e -> String.valueOf(e.getMessage()).replace(": ", " "))
                .asString()
                .contains(message.replace(": ", " "))
                .doesNotContain("\n");
    }

    @Test
    void aPortInUseIsOneLineAndExitOne() {
        try (var stack = LocalStack.start(Fixture.options())) {
            int port = URI.create(stack.authUrl()).getPort();

            assertThatThrownBy(() -> LocalStack.start(Fixture.options().withPort(port)))
                    .isInstanceOf(StartException.class)
                    .hasMessage("Port " + port + " is in use; set PORT to another");
        }
    }

    @Test
    void aPortThatIsNoneIsOneLineAndExitOne() {
        var err = new ByteArrayOutputStream();
        var command = new Command(
                Map.of("PORT", "http", "DATA_DIR", directory.toString()),
                System.out,
                new PrintStream(err, true, StandardCharsets.UTF_8));

        assertThat(command.run()).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("PORT is http, which is no number");
    }
}
