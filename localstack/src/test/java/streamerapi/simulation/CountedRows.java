package streamerapi.simulation;

import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.storage.Table;

import java.io.IOException;
import java.math.BigDecimal;

/// A table in memory that counts the rows that its queries read.
public final class CountedRows {

    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over(this::counted);
    private int read;

    public Table table() {
        return table;
    }

    /// How many rows were read since this was asked last.
    public int read() {
        int rows = read;
        read = 0;
        return rows;
    }

    private AwsAnswer counted(String operation, byte[] body) throws IOException {
        AwsAnswer answer = memory.once(operation, body);
        if (answer.fields().get("ScannedCount") instanceof BigDecimal rows) {
            read += rows.intValueExact();
        }
        return answer;
    }
}
