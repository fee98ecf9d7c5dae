package streamerapi.shared.aws;

import java.util.Set;

/// The answer of an AWS service that did not carry out an operation, and why.
///
/// Which codes pass is what the SDK's retry strategy takes for passing.
public final class AwsRefusal extends ServiceUnreachable {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final Set<Integer> FAILED = Set.of(500, 502, 503, 504);

    private static final Set<String> THROTTLED = Set.of(
            "Throttling",
            "ThrottlingException",
            "ThrottledException",
            "ProvisionedThroughputExceededException",
            "SlowDown",
            "TooManyRequestsException",
            "RequestLimitExceeded",
            "BandwidthLimitExceeded",
            "RequestThrottled",
            "RequestThrottledException",
            "EC2ThrottledException",
            "TransactionInProgressException");

    private static final Set<String> PASSING =
            Set.of("PriorRequestNotComplete", "RequestTimeout", "RequestTimeoutException", "InternalError");

    private final transient AwsAnswer answer;
    private final String code;

    AwsRefusal(AwsService service, String operation, AwsAnswer answer) {
        String code = answer.error();
        super(
                "%s answers %s with %d %s (%s), request %s"
                        .formatted(
                                service.host(), operation, answer.status(), code, answer.message(), answer.requestId()),
                null);
        this.answer = answer;
        this.code = code;
    }

    /// The error's name: `ConditionalCheckFailedException`.
    public String code() {
        return code;
    }

    /// The HTTP status.
    public int status() {
        return answer.status();
    }

    /// The JSON that says more about it.
    public byte[] body() {
        return answer.body();
    }

    /// Whether the service takes no more at the moment.
    public boolean isThrottling() {
        return answer.status() == TOO_MANY_REQUESTS || THROTTLED.contains(code);
    }

    /// Whether another try may succeed.
    boolean isPassing() {
        return isThrottling() || PASSING.contains(code) || FAILED.contains(answer.status());
    }
}
