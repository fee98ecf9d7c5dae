package streamerapi.shared.lambda;

import streamerapi.shared.log.JsonLog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The service's own metrics, written to the log in CloudWatch's embedded metric format.
///
/// Only what an operator must act on is counted, and only when it happens: a custom metric costs money in every month
/// in which it is sent, and API Gateway, Lambda and SQS count requests, errors and latency already.
public enum Counts {
    /// A request met a fault of ours.
    SERVER_FAULT("ServerFault"),
    /// A request was answered 503: the table took no more, or too many changed the same rows.
    UNAVAILABLE("Unavailable"),
    /// A delivery failed its last attempt.
    DELIVERY_EXHAUSTED("DeliveryExhausted");

    private final String metric;

    Counts(String metric) {
        this.metric = metric;
    }

    /// Counts one.
    public void one() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(
                "_aws",
                Map.of(
                        "Timestamp",
                        System.currentTimeMillis(),
                        "CloudWatchMetrics",
                        List.of(Map.of(
                                "Namespace",
                                "StreamerApi",
                                "Dimensions",
                                List.of(List.of("Service")),
                                "Metrics",
                                List.of(Map.of("Name", metric, "Unit", "Count"))))));
        line.put("Service", "streamer-api");
        line.put(metric, 1);
        JsonLog.write(line);
    }
}
