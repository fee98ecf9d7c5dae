package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.aws.AwsRefusal;
import streamerapi.shared.aws.ServiceUnreachable;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// The table by DynamoDB's protocol: what it sends, what it makes of answers and refusals, and which tries it makes
/// again.
class TableProtocolTest {

    private static final String TRACE = "com.amazonaws.xray.traceHeader";
    private static final Key KEY = new Key("A#ten", "TIP#1");
    private static final String ITEM = "{\"pk\":{\"S\":\"A#ten\"},\"sk\":{\"S\":\"TIP#1\"},\"n\":{\"N\":\"5\"}}";
    private static final Row ROW = new Row(KEY, Map.of("n", new BigDecimal("5")));

    private static final Row NONE = Row.of(new Key("none", "none"));

    private final ScriptedDynamoDb dynamoDb = new ScriptedDynamoDb();
    private final Table table = dynamoDb.table();

    /// The refusal of a write whose condition fails, with the row as it stands.
    private static final class Refused extends RuntimeException {
        Refused(@Nullable Row row) {
            super(String.valueOf(row));
        }
    }

    private static Write write(Write.Kind kind) {
        Write write =
                switch (kind) {
                    case PUT -> Write.put(ROW);
                    case UPDATE -> Write.update(KEY).add(Attribute.whole("n"), 1);
                    case DELETE -> Write.delete(KEY);
                    case CHECK -> Write.check(KEY);
                };
        return write.when(Condition.rowExists()).orElse(Refused::new);
    }

    private void write(Write... writes) {
        dynamoDb.during(() -> {
            table.write(List.of(writes));
            return true;
        });
    }

    private Row read() {
        return dynamoDb.during(() -> Optional.ofNullable(table.get(KEY))).orElse(NONE);
    }

    @Test
    void whatIsNoWriteCallsNothing() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> write(Write.check(KEY)))
                .withMessage("A change that only checks changes nothing");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> write(Write.put(ROW.with(Attribute.any("n"), 1.5))))
                .withMessage("Not a value of the table: class java.lang.Double");
        assertThat(dynamoDb.tries()).isZero();
    }

    @Test
    void aReadIsSignedAndConsistent() {
        dynamoDb.then(200, "{\"Item\":" + ITEM + "}");

        assertThat(read()).isEqualTo(ROW);
        assertThat(dynamoDb.operation(0)).isEqualTo("DynamoDB_20120810.GetItem");
        assertThat(dynamoDb.sent(0))
                .isEqualTo(Json.readObject(
                        "{\"TableName\":\"Table\",\"Key\":{\"pk\":{\"S\":\"A#ten\"},\"sk\":{\"S\":\"TIP#1\"}},\"ConsistentRead\":true}"
                                .getBytes(StandardCharsets.UTF_8)));
        assertThat(dynamoDb.header(0, "Authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261125/eu-central-1/dynamodb/aws4_request, "
                        + "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, Signature=");
        assertThat(dynamoDb.header(0, "X-Amz-Security-Token")).isEqualTo("token");
        assertThat(dynamoDb.header(0, "Host")).isEqualTo("dynamodb.eu-central-1.amazonaws.com");
        assertThat(dynamoDb.header(0, "Content-Type")).isEqualTo("application/x-amz-json-1.0");
    }

    /// The script has no answer, so a request would fail.
    @Test
    void noRowIsAskedForWhoseKeyIsTooLong() {
        Key partition = new Key("P".repeat(2_049), "TIP#1");
        Key sort = new Key("A#ten", "é".repeat(512) + "e");
        for (Key key : List.of(partition, sort)) {
            assertThat(dynamoDb.during(() -> Optional.ofNullable(table.get(key))))
                    .isEmpty();
            assertThat(dynamoDb.during(() -> table.getAll(key))).isEmpty();
            assertThat(dynamoDb.during(() -> table.query(Query.of(key.partition(), key.sort()))))
                    .isEmpty();
        }

        dynamoDb.then(200, "{}");
        Key longest = new Key("P".repeat(2_048), "é".repeat(512));
        assertThat(dynamoDb.during(() -> Optional.ofNullable(table.get(longest))))
                .isEmpty();
        assertThat(dynamoDb.operation(0)).isEqualTo("DynamoDB_20120810.GetItem");
    }

    /// The first try wrote the row, and its answer was lost; the second one met what the first had written.
    @Test
    void aWriteThatMeetsItsOwnMarkIsDone() {
        Attribute<String> mark = Attribute.text("mark");
        for (String found : List.of("mine", "another's")) {
            String item = ",\"Item\":" + ITEM.replace("}}", "},\"mark\":{\"S\":\"" + found + "\"}}");
            dynamoDb.then(() -> {
                throw new SocketTimeoutException("Read timed out");
            });
            dynamoDb.then(400, ScriptedDynamoDb.refusal("ConditionalCheckFailedException", item));
            Write write = Write.update(KEY).marked(mark, "mine").when(Condition.absent(mark));
            if (found.equals("mine")) {
                write(write);
            } else {
                assertThatExceptionOfType(WriteConflict.class).isThrownBy(() -> write(write));
            }
        }
        assertThat(dynamoDb.tries()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mine", "another's"})
    void anUpdateWhoseAnswerIsLostIsDone(String found) {
        Attribute<String> mark = Attribute.text("mark");
        String item = ",\"Item\":" + ITEM.replace("}}", "},\"mark\":{\"S\":\"" + found + "\"}}");
        dynamoDb.then(() -> {
            throw new SocketTimeoutException("Read timed out");
        });
        dynamoDb.then(400, ScriptedDynamoDb.refusal("ConditionalCheckFailedException", item));
        Write write = Write.update(KEY).marked(mark, "mine").when(Condition.absent(mark));
        assertThat(dynamoDb.during(() -> table.update(write)))
                .isEqualTo(new Table.Updated(found.equals("mine"), ROW.with(mark, found)));
    }

    @Test
    void aRowThatIsNotThereIsNone() {
        dynamoDb.then(200, "{}");
        assertThat(read()).isEqualTo(NONE);
    }

    @Test
    void everyValueComesBackAsItWasWritten() {
        Map<String, Object> inner = new LinkedHashMap<>();
        inner.put("empty text", "");
        inner.put("empty list", List.of());
        inner.put("empty map", Map.of());
        inner.put("ß 日本 \uD83E\uDD8A \u0000 \" \\", "ß 日本 \uD83E\uDD8A \u0000 \" \\");
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("large", new BigDecimal("12345678901234567890123456789012345678"));
        attributes.put("small", new BigDecimal("-0.00000000000000000000000000000000000001"));
        attributes.put("yes", true);
        attributes.put("no", false);
        attributes.put("list", List.of("a", new BigDecimal("1.5"), false, List.of(inner), inner));
        attributes.put("map", inner);
        Row row = new Row(KEY, attributes);
        dynamoDb.then(200, "{}");
        write(Write.put(row));
        Map<String, @Nullable Object> item = Json.asObject(dynamoDb.sent(0).get("Item"));
        assertThat(Json.asObject(item.get("large"))).isEqualTo(Map.of("N", "12345678901234567890123456789012345678"));
        assertThat(Json.asObject(item.get("pk"))).isEqualTo(Map.of("S", "A#ten"));

        dynamoDb.then(200, "{\"Item\":" + Json.writeText(item) + "}");
        assertThat(read()).isEqualTo(row);
    }

    @Test
    void integersAndTimesAreNumbersAndNullFieldsAreLeftOut() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("null", null);
        map.put("n", 7);
        dynamoDb.then(200, "{}");
        write(Write.put(ROW.with(Attribute.any("map"), map)
                .with(Attribute.whole("long"), Long.MAX_VALUE)
                .with(Attribute.time("time"), ScriptedDynamoDb.NOW)
                .with(Attribute.decimal("exponent"), new BigDecimal("1E+20"))));
        Map<String, @Nullable Object> item = Json.asObject(dynamoDb.sent(0).get("Item"));
        assertThat(Json.writeText(item.get("map"))).isEqualTo("{\"M\":{\"n\":{\"N\":\"7\"}}}");
        assertThat(Json.writeText(item.get("long"))).isEqualTo("{\"N\":\"9223372036854775807\"}");
        assertThat(Json.writeText(item.get("time"))).isEqualTo("{\"N\":\"1795608000000\"}");
        assertThat(Json.writeText(item.get("exponent"))).isEqualTo("{\"N\":\"100000000000000000000\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"NULL\":true}", "{\"SS\":[\"a\"]}", "{\"B\":\"AA==\"}", "{}"})
    void aValueOfAnotherTypeIsAnError(String value) {
        dynamoDb.then(200, "{\"Item\":{\"pk\":{\"S\":\"A\"},\"sk\":{\"S\":\"B\"},\"x\":" + value + "}}");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(this::read)
                .withMessageStartingWith("Not a value of ours: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "UPDATE", "DELETE"})
    void aFailedConditionIsWhatTheWriteSaysWithTheRowAsItStands(Write.Kind kind) {
        String failed = "ConditionalCheckFailedException";
        dynamoDb.then(400, ScriptedDynamoDb.refusal(failed, ",\"Item\":" + ITEM))
                .thenRefuses(failed);

        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> write(write(kind)))
                .withMessage(ROW.toString());
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> write(write(kind)))
                .withMessage("null");
        assertThat(dynamoDb.sent(0))
                .containsEntry("ConditionExpression", "attribute_exists(#pk)")
                .containsEntry("ReturnValuesOnConditionCheckFailure", "ALL_OLD");
        assertThat(dynamoDb.tries()).isEqualTo(2);
    }

    @Test
    void anUpdateTellsHowTheRowStands() {
        dynamoDb.then(200, "{\"Attributes\":" + ITEM + "}")
                .then(400, ScriptedDynamoDb.refusal("ConditionalCheckFailedException", ",\"Item\":" + ITEM))
                .thenRefuses("ConditionalCheckFailedException")
                .thenRefuses("TransactionConflictException")
                .then(200, "{\"Attributes\":" + ITEM + "}");

        assertThat(dynamoDb.during(() -> table.update(write(Write.Kind.UPDATE))))
                .isEqualTo(new Table.Updated(true, ROW));
        assertThat(dynamoDb.sent(0)).containsEntry("ReturnValues", "ALL_NEW");
        assertThat(dynamoDb.during(() -> table.update(write(Write.Kind.UPDATE))))
                .isEqualTo(new Table.Updated(false, ROW));
        assertThat(dynamoDb.during(() -> table.update(write(Write.Kind.UPDATE))))
                .isEqualTo(new Table.Updated(false, null));
        assertThat(dynamoDb.during(() -> table.update(write(Write.Kind.UPDATE))))
                .isEqualTo(new Table.Updated(true, ROW));
        assertThat(dynamoDb.tries()).isEqualTo(5);
    }

    @Test
    void aRowThatATransactionHoldsIsAConflict() {
        dynamoDb.thenRefuses("TransactionConflictException");
        assertThatExceptionOfType(WriteConflict.class).isThrownBy(() -> write(write(Write.Kind.PUT)));
        assertThat(dynamoDb.tries()).isEqualTo(1);
    }

    private static String cancelled(String... reasons) {
        return ScriptedDynamoDb.refusal(
                "TransactionCanceledException", ",\"CancellationReasons\":[" + String.join(",", reasons) + "]");
    }

    private static String reason(String code) {
        return "{\"Code\":\"" + code + "\",\"Message\":\"so\"}";
    }

    @Test
    void theFirstWriteOfATransactionWhoseConditionFailedSaysWhatThatMeans() {
        dynamoDb.then(
                        400,
                        cancelled(
                                reason("None"),
                                "{\"Item\":" + ITEM + ",\"Code\":\"ConditionalCheckFailed\"}",
                                reason("TransactionConflict")))
                .then(400, cancelled(reason("ConditionalCheckFailed"), reason("None"), reason("None")));
        Write other = Write.put(ROW);

        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> write(other, write(Write.Kind.CHECK), other))
                .withMessage(ROW.toString());
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> write(write(Write.Kind.DELETE), other, write(Write.Kind.UPDATE)))
                .withMessage("null");
        assertThat(Json.writeText(dynamoDb.sent(0).get("TransactItems")))
                .contains("{\"ConditionCheck\":{\"TableName\":\"Table\",\"Key\":{");
    }

    @Test
    void aTransactionInConflictIsDecidedAgain() {
        dynamoDb.then(400, cancelled(reason("TransactionConflict"), reason("None")));
        assertThatExceptionOfType(WriteConflict.class)
                .isThrownBy(() -> write(write(Write.Kind.PUT), write(Write.Kind.CHECK)));
        assertThat(dynamoDb.tries()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ThrottlingError", "ProvisionedThroughputExceeded"})
    void aTransactionThatWasCancelledForTheLoadIsMadeAnewThreeTimesInAll(String code) {
        for (int i = 0; i < 3; i++) {
            dynamoDb.then(400, cancelled(reason("TransactionConflict"), reason(code)));
        }
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> write(write(Write.Kind.PUT), write(Write.Kind.CHECK)))
                .matches(problem -> problem.code() == ErrorCode.UNAVAILABLE);
        assertThat(dynamoDb.tries()).isEqualTo(3);
        assertThat(token(0)).isNotEqualTo(token(1));
        throttledPauses();
    }

    @Test
    void aTransactionThatIsRefusedForGoodIsNotTriedAgain() {
        dynamoDb.then(400, cancelled(reason("None"), reason("ItemCollectionSizeLimitExceeded")));
        assertThatExceptionOfType(AwsRefusal.class)
                .isThrownBy(() -> write(write(Write.Kind.PUT), write(Write.Kind.CHECK)))
                .matches(refusal -> refusal.code().equals("TransactionCanceledException"));
        assertThat(dynamoDb.tries()).isEqualTo(1);
    }

    private String token(int request) {
        return String.valueOf(dynamoDb.sent(request).get("ClientRequestToken"));
    }

    private void throttledPauses() {
        assertThat(dynamoDb.pauses()).hasSize(2);
        assertThat(dynamoDb.pauses().get(0)).isBetween(Duration.ofMillis(50), Duration.ofMillis(200));
        assertThat(dynamoDb.pauses().get(1)).isBetween(Duration.ofMillis(200), Duration.ofMillis(800));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ThrottlingException",
                "ProvisionedThroughputExceededException",
                "RequestLimitExceeded",
                "ThrottledException",
                "TransactionInProgressException"
            })
    void aThrottledCallIsTriedThreeTimesFarApart(String error) {
        dynamoDb.thenRefuses(error).thenRefuses(error).thenRefuses(error);
        assertThatExceptionOfType(AwsRefusal.class)
                .isThrownBy(this::read)
                .matches(AwsRefusal::isThrottling)
                .withMessage("dynamodb answers GetItem with 400 " + error + " (No), request REQUEST");
        assertThat(dynamoDb.tries()).isEqualTo(3);
        throttledPauses();
    }

    @Test
    void everyTryOfATransactionHasItsToken() {
        dynamoDb.then(500, ScriptedDynamoDb.refusal("InternalServerError", ""))
                .then(() -> {
                    throw new SocketTimeoutException("Read timed out");
                })
                .then(200, "{}");
        write(write(Write.Kind.PUT), write(Write.Kind.CHECK));
        assertThat(dynamoDb.tries()).isEqualTo(3);
        assertThat(token(0)).hasSizeBetween(16, 36).isEqualTo(token(1)).isEqualTo(token(2));
        assertThat(dynamoDb.pauses())
                .hasSize(2)
                .allSatisfy(pause -> assertThat(pause).isLessThan(Duration.ofMillis(200)));
    }

    @Test
    void theTraceOfAnInvocationIsHandedOn() {
        System.setProperty(TRACE, "Root=1-5759e988-bd862e3fe1be46a994272793");
        try {
            dynamoDb.then(200, "{}");
            read();
            assertThat(dynamoDb.header(0, "X-Amzn-Trace-Id")).isEqualTo("Root=1-5759e988-bd862e3fe1be46a994272793");
        } finally {
            System.clearProperty(TRACE);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504, 429})
    void aServiceThatFailsIsAskedAgain(int status) {
        dynamoDb.then(status, "<html>").then(200, "{\"Item\":" + ITEM + "}");
        assertThat(read()).isEqualTo(ROW);
    }

    @Test
    void aConnectionThatBreaksThreeTimesIsAnUnreachableService() {
        for (int i = 0; i < 3; i++) {
            dynamoDb.then(() -> {
                throw new IOException("Connection reset");
            });
        }
        assertThatExceptionOfType(ServiceUnreachable.class)
                .isThrownBy(this::read)
                .withMessage("dynamodb does not answer GetItem: Connection reset");
        assertThat(dynamoDb.tries()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ValidationException",
                "AccessDeniedException",
                "ResourceNotFoundException",
                "ItemCollectionSizeLimitExceededException",
                "ExpiredTokenException"
            })
    void aRefusalThatDoesNotPassIsNotTriedAgain(String error) {
        dynamoDb.thenRefuses(error);
        assertThatExceptionOfType(AwsRefusal.class)
                .isThrownBy(this::read)
                .matches(refusal -> refusal.code().equals(error) && !refusal.isThrottling());
        assertThat(dynamoDb.tries()).isEqualTo(1);
    }

    @Test
    void anAnswerThatIsNotWholeIsNeverARowThatIsNotThere() {
        String whole = "{\"Item\":" + ITEM + "}";
        dynamoDb.then(200, "").then(200, whole);
        assertThat(read()).isEqualTo(ROW);

        dynamoDb.then(200, whole.substring(0, 30), Map.of("x-amz-crc32", "1"))
                .then(200, whole.substring(0, 40), Map.of("Content-Length", Integer.toString(whole.length())))
                .then(200, whole);
        assertThat(read()).isEqualTo(ROW);

        dynamoDb.thenWithoutHeaders("").thenWithoutHeaders("{").thenWithoutHeaders("{\"Item\":" + ITEM);
        assertThatExceptionOfType(ServiceUnreachable.class)
                .isThrownBy(this::read)
                .withMessageStartingWith("dynamodb does not answer GetItem: the answer is not whole");
        dynamoDb.thenWithoutHeaders("[]").thenWithoutHeaders("null").thenWithoutHeaders("\"\"");
        assertThatExceptionOfType(ServiceUnreachable.class).isThrownBy(this::read);
        dynamoDb.thenWithoutHeaders("{\"Items\":[")
                .thenWithoutHeaders("{\"Items\":[" + ITEM + "]")
                .thenWithoutHeaders("");
        assertThatExceptionOfType(ServiceUnreachable.class)
                .isThrownBy(() -> dynamoDb.during(() -> table.query(Query.of("A#ten", "TIP#"))));
        assertThat(dynamoDb.tries()).isEqualTo(14);
        assertThat(dynamoDb.unread()).isZero();
    }

    @Test
    void anAnswerWithAWrongChecksumIsAskedForAgain() {
        dynamoDb.then(200, "{}", Map.of("x-amz-crc32", "1")).then(200, "{\"Item\":" + ITEM + "}");
        assertThat(read()).isEqualTo(ROW);
        assertThat(dynamoDb.unread()).isZero();
    }

    @Test
    void keysThatWereNotProcessedAreAskedForAgain() {
        Key other = new Key("A#ten", "TIP#2");
        dynamoDb.then(
                        200,
                        "{\"Responses\":{\"Table\":[" + ITEM
                                + "]},\"UnprocessedKeys\":{\"Table\":{\"ConsistentRead\":true,"
                                + "\"Keys\":[{\"sk\":{\"S\":\"TIP#2\"},\"pk\":{\"S\":\"A#ten\"}}]}}}")
                .then(
                        200,
                        "{\"UnprocessedKeys\":{},\"Responses\":{\"Table\":[" + ITEM.replace("TIP#1", "TIP#2") + "]}}");
        assertThat(dynamoDb.during(() -> table.getAll(KEY, other))).isEqualTo(Map.of(KEY, ROW, other, ROW.at(other)));
        assertThat(Json.writeText(dynamoDb.sent(1)))
                .isEqualTo(
                        "{\"RequestItems\":{\"Table\":{\"Keys\":[{\"pk\":{\"S\":\"A#ten\"},\"sk\":{\"S\":\"TIP#2\"}}],"
                                + "\"ConsistentRead\":true}}}");
    }

    @Test
    void keysThatDynamoDbNeverProcessesAreAskedForThreeTimesWithPauses() {
        for (int i = 0; i < 3; i++) {
            dynamoDb.then(
                    200,
                    "{\"Responses\":{},\"UnprocessedKeys\":{\"Table\":{\"ConsistentRead\":true,"
                            + "\"Keys\":[{\"sk\":{\"S\":\"TIP#1\"},\"pk\":{\"S\":\"A#ten\"}}]}}}");
        }
        assertThatExceptionOfType(Problem.class)
                .isThrownBy(() -> dynamoDb.during(() -> table.getAll(KEY)))
                .matches(problem -> problem.code() == ErrorCode.UNAVAILABLE);
        assertThat(dynamoDb.tries()).isEqualTo(3);
        assertThat(dynamoDb.pauses()).hasSize(2);
    }

    @Test
    void aQueryReadsOnFromTheLastKeyOfAPage() {
        String placed = ITEM.replace("\"n\":", "\"place\":{\"S\":\"TQ#1\"},\"n\":");
        dynamoDb.then(
                        200,
                        "{\"Count\":1,\"Items\":[" + placed + "],\"LastEvaluatedKey\":{\"pk\":{\"S\":\"A#ten\"},"
                                + "\"sk\":{\"S\":\"TIP#1\"},\"place\":{\"S\":\"TQ#1\"}},\"ScannedCount\":1}")
                .then(200, "{\"Count\":0,\"Items\":[],\"ScannedCount\":0}");
        assertThat(dynamoDb.during(
                        () -> table.query(Query.places("A#ten", "TQ#").newestFirst())))
                .containsExactly(ROW.with(TableReader.PLACE, "TQ#1"));
        assertThat(dynamoDb.sent(0))
                .containsEntry("IndexName", "place")
                .containsEntry("ScanIndexForward", false)
                .containsEntry("KeyConditionExpression", "#pk = :pk AND begins_with(#sort, :prefix)")
                .doesNotContainKeys("ExclusiveStartKey", "Limit", "FilterExpression");
        assertThat(Json.writeText(dynamoDb.sent(1).get("ExclusiveStartKey")))
                .isEqualTo("{\"pk\":{\"S\":\"A#ten\"},\"sk\":{\"S\":\"TIP#1\"},\"place\":{\"S\":\"TQ#1\"}}");
    }

    @Test
    void aClockThatIsWrongIsSetByTheAnswer() {
        String skewed = ScriptedDynamoDb.refusal("RequestTimeTooSkewed", "");
        dynamoDb.then(400, skewed, Map.of("Date", "Wed, 25 Nov 2026 12:30:00 GMT"))
                .then(200, "{\"Item\":" + ITEM + "}")
                .then(200, "{}");
        assertThat(read()).isEqualTo(ROW);
        read();
        assertThat(dynamoDb.header(0, "X-Amz-Date")).isEqualTo("20261125T120000Z");
        assertThat(dynamoDb.header(1, "X-Amz-Date")).isEqualTo("20261125T123000Z");
        assertThat(dynamoDb.header(2, "X-Amz-Date")).isEqualTo("20261125T123000Z");
    }

    @Test
    void aWrongSignatureIsForTheClockOnlyIfThatIsFarOff() {
        String wrong = ScriptedDynamoDb.refusal("InvalidSignatureException", "");
        dynamoDb.then(400, wrong, Map.of("Date", "Wed, 25 Nov 2026 12:03:00 GMT"));
        assertThatExceptionOfType(AwsRefusal.class).isThrownBy(this::read);
        dynamoDb.then(400, wrong, Map.of("Date", "Wed, 25 Nov 2026 11:55:00 GMT"))
                .then(200, "{}");
        read();
        assertThat(dynamoDb.header(2, "X-Amz-Date")).isEqualTo("20261125T115500Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"now", "Wed, 25 Nov", ""})
    void anAnswerWhoseDateCannotBeReadSetsNoClock(String date) {
        dynamoDb.then(400, ScriptedDynamoDb.refusal("RequestTimeTooSkewed", ""), Map.of("Date", date))
                .then(200, "{}");
        assertThatExceptionOfType(AwsRefusal.class).isThrownBy(this::read);
        assertThat(dynamoDb.tries()).isEqualTo(1);
        read();
        assertThat(dynamoDb.header(1, "X-Amz-Date")).isEqualTo("20261125T120000Z");
    }

    @Test
    void aThreadThatIsInterruptedTriesNoMore() {
        dynamoDb.thenRefuses("ThrottlingException");
        assertThatExceptionOfType(ServiceUnreachable.class)
                .isThrownBy(() -> dynamoDb.during(() -> {
                    Thread.currentThread().interrupt();
                    return table.query(Query.of("A#ten", "TIP#"));
                }));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(dynamoDb.tries()).isEqualTo(1);
    }
}
