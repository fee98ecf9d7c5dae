package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.Backoff;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.tasks.ReadAhead;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The reads of the service's one table, each strongly consistent. Code that runs in parallel with authentication gets
/// this instead of the [Table]: it cannot write, and reads no more than a first page before the caller is known
/// ([ReadAhead]).
public sealed class TableReader implements RowReader permits Table {

    /// The local secondary index that sorts an account's rows by their `place`.
    static final String PLACE_INDEX = "place";

    /// The attribute that the rows of an account are sorted by, beside their key; a row without it is in no order.
    public static final Attribute<String> PLACE = Attribute.text(PLACE_INDEX);

    /// The epoch second from which DynamoDB removes the row by itself.
    public static final Attribute.Whole EXPIRES_AT = Attribute.whole("expires_at");

    final AwsOperations dynamoDb;
    final String name;

    TableReader(AwsOperations dynamoDb, String name) {
        this.dynamoDb = dynamoDb;
        this.name = name;
    }

    @Override
    public @Nullable Row get(Key key) {
        if (!key.fits()) {
            return null;
        }
        ReadAhead.rows();
        ReadAhead.count(1);
        return dynamoDb.call("GetItem", TableRequests.get(name, key), answer -> TableAnswers.row(answer, "Item"));
    }

    /// The rows with these keys, in one call; those that are not there are missing. At most 100. Keys that DynamoDB
    /// leaves for another call, because of the load or of the answer's size, are asked for again.
    ///
    /// @throws streamerapi.shared.problems.Problem `unavailable` if it leaves all of them, in as many tries as
    /// [Backoff] has
    public Map<Key, Row> getAll(Key... keys) {
        Map<Key, Row> rows = new HashMap<>();
        List<Key> left = Arrays.stream(keys).filter(Key::fits).toList();
        int inVain = 0;
        while (!left.isEmpty()) {
            if (inVain == Backoff.TRIES) {
                throw Problem.ofLoad();
            }
            if (inVain > 0) {
                Backoff.pause(Backoff.afterThrottling(inVain));
            }
            ReadAhead.rows();
            ReadAhead.count(left.size());
            TableAnswers.Batch batch =
                    dynamoDb.call("BatchGetItem", TableRequests.batch(name, left), TableAnswers::batch);
            batch.rows().forEach(row -> rows.put(row.key(), row));
            inVain = batch.unprocessed().size() == left.size() ? inVain + 1 : 0;
            left = batch.unprocessed();
        }
        return rows;
    }

    /// Some of the rows that a query names.
    ///
    /// @param next the key, or place, after which the others stand; null if there are no others
    public record Part(List<Row> rows, @Nullable String next) {}

    /// The rows that the query names, read page by page until there are enough; none if no row can have such a key.
    public List<Row> query(Query query) {
        return part(query, Integer.MAX_VALUE).rows();
    }

    /// The rows that the query names, read page by page until there are enough, or so many were read, also of those
    /// that its filter leaves out. A filter alone bounds no work: it can leave out all rows of a large account.
    public Part part(Query query, int most) {
        List<Row> rows = new ArrayList<>();
        if (!query.fits()) {
            return new Part(rows, null);
        }
        Map<String, Object> start = Map.of();
        int read = 0;
        do {
            TableAnswers.Page page = page(query, start, rows.size(), most - read);
            read += page.scanned();
            for (Row row : page.rows()) {
                if (rows.size() < query.limit() && !sortKey(query, row).equals(query.bound())) {
                    rows.add(row);
                }
            }
            start = page.last();
        } while (!start.isEmpty() && rows.size() < query.limit() && read < most);
        if (rows.size() == query.limit()) {
            return new Part(rows, sortKey(query, rows.getLast()));
        }
        return new Part(rows, (String) start.get(query.byPlace() ? PLACE_INDEX : "sk"));
    }

    /// Takes each row that a query without a limit names, page by page: of any number of rows, one page is kept.
    public void each(Query query, Consumer<Row> taker) {
        Map<String, Object> start = Map.of();
        do {
            TableAnswers.Page page = page(query, start, 0, Integer.MAX_VALUE);
            page.rows().forEach(taker);
            start = page.last();
        } while (!start.isEmpty());
    }

    private TableAnswers.Page page(Query query, Map<String, Object> start, int found, int most) {
        byte[] request = TableRequests.query(name, query, start, found, Math.min(ReadAhead.rows(), most));
        TableAnswers.Page page = dynamoDb.call("Query", request, TableAnswers::page);
        ReadAhead.count(page.scanned());
        return page;
    }

    private static String sortKey(Query query, Row row) {
        return query.byPlace() ? row.get(PLACE) : row.key().sort();
    }
}
