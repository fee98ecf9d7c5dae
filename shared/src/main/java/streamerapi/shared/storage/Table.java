package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsRefusal;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The service's one table. Every read is strongly consistent; every change happens whole or not at all.
public final class Table extends TableReader {

    private static final String CONFLICT = "TransactionConflict";
    private static final Set<String> PASSING = Set.of(CONFLICT, "ThrottlingError", "ProvisionedThroughputExceeded");

    private static final String CONDITION_FAILED = "ConditionalCheckFailedException";
    private static final String ROW_IS_HELD = "TransactionConflictException";
    private static final String CANCELLED = "TransactionCanceledException";

    /// @param dynamoDb the service that keeps it
    public Table(AwsOperations dynamoDb, String name) {
        super(dynamoDb, name);
    }

    /// Makes the change: all writes, or none.
    ///
    /// @throws RuntimeException what the [Write.Refusal] of the first write whose condition failed says
    /// @throws WriteConflict if another transaction held one of the rows
    /// @throws streamerapi.shared.problems.Problem `unavailable` as of [Throttling#retrying]
    public void write(List<Write> writes) {
        if (writes.size() == 1) {
            single(writes.getFirst());
        } else {
            Throttling.retrying(() -> transact(writes));
        }
    }

    private void single(Write write) {
        String operation =
                switch (write.kind()) {
                    case PUT -> "PutItem";
                    case UPDATE -> "UpdateItem";
                    case DELETE -> "DeleteItem";
                    case CHECK -> throw new IllegalArgumentException("A change that only checks changes nothing");
                };
        once(operation, TableRequests.write(name, write, false), TableAnswers::none, current -> {
            if (!write.isWrittenIn(current)) {
                throw write.refused(current);
            }
            return null;
        });
    }

    /// Makes a change of one row once.
    ///
    /// @param answer reads DynamoDB's answer
    /// @param refused the result if the condition failed, of the row as it stands
    private <T extends @Nullable Object> T once(
            String operation, byte[] request, Function<byte[], T> answer, Function<@Nullable Row, T> refused) {
        try {
            return dynamoDb.call(operation, request, answer);
        } catch (AwsRefusal refusal) {
            return switch (refusal.code()) {
                case CONDITION_FAILED -> refused.apply(TableAnswers.row(refusal.body(), "Item"));
                case ROW_IS_HELD -> throw new WriteConflict("a transaction holds the row");
                default -> throw refusal;
            };
        }
    }

    private void transact(List<Write> writes) {
        try {
            dynamoDb.call("TransactWriteItems", TableRequests.transaction(name, writes), TableAnswers::none);
        } catch (AwsRefusal refusal) {
            throw refusal.code().equals(CANCELLED) ? cancelled(writes, refusal) : refusal;
        }
    }

    /// The result of an update of one row: the row after it, or, if its condition failed, the row as it stands.
    public record Updated(boolean done, @Nullable Row row) {}

    /// Updates one row and tells how it stands afterwards, in one call. If a transaction holds the row, which then has
    /// not changed, the call is made again.
    ///
    /// @throws streamerapi.shared.problems.Problem `unavailable` as of [WriteConflict#retrying]
    public Updated update(Write write) {
        return WriteConflict.retrying(() -> updateOnce(write));
    }

    private Updated updateOnce(Write write) {
        return once(
                "UpdateItem",
                TableRequests.write(name, write, true),
                answer -> new Updated(true, TableAnswers.row(answer, "Attributes")),
                current -> new Updated(write.isWrittenIn(current), current));
    }

    /// Updates one row and tells how large its partition is at least: in GB as DynamoDB estimates it, indexes included,
    /// and 0 if it does not tell. Empty if the condition failed.
    public Optional<BigDecimal> measure(Write write) {
        return WriteConflict.retrying(() -> once(
                "UpdateItem",
                TableRequests.measured(name, write),
                answer -> Optional.of(TableAnswers.gigabytes(answer)),
                current -> Optional.empty()));
    }

    private static RuntimeException cancelled(List<Write> writes, AwsRefusal refusal) {
        List<TableAnswers.Reason> reasons = TableAnswers.reasons(refusal.body());
        for (int i = 0; i < reasons.size(); i++) {
            TableAnswers.Reason reason = reasons.get(i);
            if (reason.code().equals("ConditionalCheckFailed")) {
                return writes.get(i).refused(reason.row());
            }
        }
        Set<String> codes = reasons.stream()
                .map(TableAnswers.Reason::code)
                .filter(code -> !code.equals("None"))
                .collect(Collectors.toSet());
        if (codes.isEmpty() || !PASSING.containsAll(codes)) {
            return refusal;
        }
        return codes.equals(Set.of(CONFLICT))
                ? new WriteConflict("another transaction holds a row")
                : new Throttling.Refused();
    }
}
