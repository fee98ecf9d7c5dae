package streamerapi.simulation;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;

import java.io.IOException;

/// A way to the table on which the first answer to an operation is lost, so that the call is made again.
public final class LostAnswer implements AwsTransport {

    private final AwsTransport table;
    private final String operation;
    private @Nullable AwsAnswer lost;

    public LostAnswer(AwsTransport table, String operation) {
        this.table = table;
        this.operation = operation;
    }

    @Override
    public AwsAnswer once(String called, byte[] body) throws IOException {
        if (lost == null && called.equals(operation)) {
            lost = table.once(called, body);
        }
        return table.once(called, body);
    }
}
