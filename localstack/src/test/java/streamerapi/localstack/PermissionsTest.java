package streamerapi.localstack;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.sqs.SqsClient;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;
import streamerapi.localstack.template.TemplateException;
import streamerapi.shared.lambda.Environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A function's calls are held to its policies in the template.
@ResourceLock(ScriptedFunction.LOCK)
class PermissionsTest {

    private static final Map<String, AttributeValue> ROW =
            Map.of("pk", AttributeValue.fromS("one"), "sk", AttributeValue.fromS("one"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @AfterEach
    void forget() {
        ScriptedFunction.reset();
    }

    @Test
    void whatNoStatementAllowsIsDeniedAsTheServiceDeniesIt() throws Exception {
        String policies = "[{ Statement: [{ Effect: Allow, Action: dynamodb:GetItem, Resource: !GetAtt Table.Arn }] }]";
        try (var stack = LocalStack.start(Fixture.options().withTemplate(template(policies)))) {
            assertThat(call(
                            stack,
                            http -> http.dynamoDb.getItem(
                                    b -> b.tableName(stack.tableName("Table")).key(ROW))))
                    .isEqualTo("done");
            assertThat(call(
                            stack,
                            http -> http.dynamoDb.putItem(
                                    b -> b.tableName(stack.tableName("Table")).item(ROW))))
                    .isEqualTo("400 AccessDeniedException User: "
                            + "arn:aws:sts:us-east-1:000000000000:assumed-role/HttpFunctionRole/streamer-api-HttpFunction"
                            + " is not authorized to perform: dynamodb:PutItem on resource: "
                            + "arn:aws:dynamodb:us-east-1:000000000000:table/streamer-api-Table"
                            + " because no identity-based policy allows the dynamodb:PutItem action");
            assertThat(call(
                            stack,
                            http -> http.sqs.sendMessage(
                                    b -> b.queueUrl(stack.queueUrl("Work")).messageBody("one"))))
                    .startsWith("400 AccessDeniedException")
                    .contains("sqs:SendMessage");
            assertThat(stack.functions().permissions("HttpFunction").unused()).isEmpty();
        }
    }

    @Test
    void aTransactionNeedsTheRightToEachOfItsWritesAndAnIndexItsOwn() throws Exception {
        String policies = "[{ Statement: [{ Effect: Allow, Action: [dynamodb:UpdateItem, dynamodb:Query], "
                + "Resource: !GetAtt Table.Arn }] }]";
        try (var stack = LocalStack.start(Fixture.options().withTemplate(template(policies)))) {
            String table = stack.tableName("Table");
            var put = TransactWriteItem.builder()
                    .put(Put.builder().tableName(table).item(ROW).build())
                    .build();
            assertThat(call(stack, http -> http.dynamoDb.transactWriteItems(b -> b.transactItems(put))))
                    .contains("dynamodb:PutItem");
            assertThat(call(
                            stack,
                            http -> http.dynamoDb.query(b -> b.tableName(table)
                                    .indexName("place")
                                    .keyConditionExpression("pk = :pk")
                                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("one"))))))
                    .contains("dynamodb:Query on resource: arn:aws:dynamodb:us-east-1:000000000000:table/" + table
                            + "/index/place");
        }
    }

    @Test
    void aDenialCountsMoreThanWhatIsAllowed() throws Exception {
        String policies = "[{ Statement: [{ Effect: Allow, Action: \"dynamodb:*\", Resource: \"*\" }, "
                + "{ Effect: Deny, Action: dynamodb:PutItem, Resource: \"*\" }] }]";
        try (var stack = LocalStack.start(Fixture.options().withTemplate(template(policies)))) {
            String table = stack.tableName("Table");
            assertThat(call(
                            stack,
                            http -> http.dynamoDb.getItem(
                                    b -> b.tableName(table).key(ROW))))
                    .isEqualTo("done");
            assertThat(call(
                            stack,
                            http -> http.dynamoDb.putItem(
                                    b -> b.tableName(table).item(ROW))))
                    .contains("dynamodb:PutItem");
        }
    }

    @Test
    void aPolicyThatIsNotJudgedIsRefused() throws IOException {
        Path managed = template("[{ ManagedPolicy: x }]");
        assertThatThrownBy(() -> LocalStack.start(Fixture.options().withTemplate(managed)))
                .isInstanceOf(TemplateException.class);
        Path conditional = template(
                "[{ Statement: [{ Effect: Allow, Action: a, Resource: b, Condition: { Bool: { c: true } } }] }]");
        assertThatThrownBy(() -> LocalStack.start(Fixture.options().withTemplate(conditional)))
                .isInstanceOf(TemplateException.class);
    }

    private record Clients(DynamoDbClient dynamoDb, SqsClient sqs) {
        static Clients of(Environment environment) {
            return new Clients(
                    Scripts.dynamoDb(environment, environment.http().get()),
                    Scripts.sqs(environment, environment.http().get()));
        }
    }

    /// Lets the function make a call; tells `done`, or how the service refused.
    private static String call(LocalStack stack, Consumer<Clients> call) throws Exception {
        ScriptedFunction.script("http", (event, environment, context) -> {
            try {
                call.accept(Clients.of(environment));
                return "done";
            } catch (AwsServiceException refused) {
                return refused.statusCode() + " " + refused.awsErrorDetails().errorCode() + " "
                        + refused.awsErrorDetails().errorMessage();
            }
        });
        return new String(stack.invoke("HttpFunction", "{}".getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    }

    private Path template(String policies) throws IOException {
        Path file = folder.resolve("template.yaml");
        Files.writeString(
                file,
                Fixture.templateText()
                        .replace(
                                "Environment: { Variables: { SCRIPT: http } }",
                                "Environment: { Variables: { SCRIPT: http } }\n      Policies: " + policies));
        return file;
    }
}
