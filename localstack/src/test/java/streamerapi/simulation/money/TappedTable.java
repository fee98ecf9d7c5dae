package streamerapi.simulation.money;

import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;

import java.io.IOException;

/// A way to the table on which each call passes two points, one before it and one after it if it was carried out, and
/// whose writes can be spoilt.
record TappedTable(AwsTransport table, Runnable point, SpoiltWrites spoilt) implements AwsTransport {

    @Override
    public AwsAnswer once(String operation, byte[] body) throws IOException {
        point.run();
        AwsAnswer answer = table.once(operation, spoilt.of(operation, body));
        if (answer.isGood()) {
            point.run();
        }
        return answer;
    }
}
