package streamerapi.simulation;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;

import java.io.IOException;

/// A way to the table on which the first answer to an update is lost, so that the call is made again.
public final class LostAnswer implements AwsTransport {

    private final AwsTransport table;
    private @Nullable AwsAnswer lost;

    public LostAnswer(AwsTransport table) {
        this.table = table;
    }

    @Override
    public AwsAnswer once(String operation, byte[] body) throws IOException {
        if (lost == null && operation.equals("UpdateItem")) {
            lost = table.once(operation, body);
        }
        return table.once(operation, body);
    }
}
