package streamerapi.shared.lambda;

import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.cloudwatchlogs.emf.config.EnvironmentConfigurationProvider;
import software.amazon.cloudwatchlogs.emf.environment.Environments;
import software.amazon.lambda.powertools.metrics.Metrics;
import software.amazon.lambda.powertools.metrics.MetricsFactory;
import software.amazon.lambda.powertools.metrics.model.DimensionSet;
import software.amazon.lambda.powertools.metrics.model.MetricUnit;
import streamerapi.shared.aws.AwsRefusal;

/// The service's own metrics, written to the log in CloudWatch's embedded metric format.
///
/// Only what an operator must act on is counted, and only when it happens: a custom metric costs money in every month
/// in which it is sent, and API Gateway, Lambda and SQS count requests, errors and latency already.
public enum ServiceMetrics {
    /// A request met a fault of ours.
    SERVER_FAULT("ServerFault"),
    /// A request was answered 503: the table took no more, or too many changed the same rows.
    UNAVAILABLE("Unavailable"),
    /// A delivery failed its last attempt.
    DELIVERY_EXHAUSTED("DeliveryExhausted"),
    /// A message of the work queue was handled more than five minutes after it was due.
    LATE("Late");

    private static volatile boolean isPriming;

    private final String metric;

    ServiceMetrics(String metric) {
        this.metric = metric;
    }

    /// Has nothing counted while samples are handled, which never happened. The metrics' library registers with the
    /// snapshot that is being prepared, and from another thread it would wait for the end of that for ever.
    static void priming(boolean begins) {
        isPriming = begins;
    }

    /// The metric of a request that met this fault: of throttling if AWS takes no more at the moment, which passes.
    public static ServiceMetrics of(RuntimeException fault) {
        boolean isThrottled =
                switch (fault) {
                    case AwsRefusal refusal -> refusal.isThrottling();
                    case AwsServiceException refusal -> refusal.isThrottlingException();
                    default -> false;
                };
        return isThrottled ? UNAVAILABLE : SERVER_FAULT;
    }

    /// Counts one.
    public void one() {
        if (isPriming) {
            return;
        }
        Sender.METRICS.flushSingleMetric(
                metric, 1, MetricUnit.COUNT, "StreamerApi", DimensionSet.of("Service", "streamer-api"));
    }

    /// Made with the first count, so that no start loads it. Outside of Lambda the format's library would look for an
    /// agent of CloudWatch; its lines go to the standard output there too.
    private static final class Sender {
        static final Metrics METRICS = metrics();

        private static Metrics metrics() {
            EnvironmentConfigurationProvider.getConfig().setEnvironmentOverride(Environments.Lambda);
            return MetricsFactory.getMetricsInstance();
        }
    }
}
