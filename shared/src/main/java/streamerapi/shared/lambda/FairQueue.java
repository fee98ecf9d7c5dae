package streamerapi.shared.lambda;

import streamerapi.shared.aws.AwsOperations;

import java.util.Map;

/// A queue as its sender sees it, without the SDK's client. If one group's messages keep the functions busy, SQS
/// delivers the others' messages first ("fair queues").
public final class FairQueue {

    private final AwsOperations sqs;
    private final String url;

    FairQueue(AwsOperations sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /// Sends a message, to come at once.
    ///
    /// @throws streamerapi.shared.aws.ServiceUnreachable if the queue does not take it
    public void send(String message, String group) {
        sqs.call("SendMessage", Map.of("QueueUrl", url, "MessageBody", message, "MessageGroupId", group));
    }
}
