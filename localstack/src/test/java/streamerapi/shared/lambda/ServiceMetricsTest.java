package streamerapi.shared.lambda;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsRefusal;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.tasks.SteppedHost;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The metric, and with it the alarm, of a request that met a fault.
class ServiceMetricsTest {

    @ParameterizedTest
    @CsvSource({
        "ProvisionedThroughputExceededException,UNAVAILABLE",
        "ThrottlingException,UNAVAILABLE",
        "AccessDeniedException,SERVER_FAULT",
        "ValidationException,SERVER_FAULT"
    })
    void aServiceThatTakesNoMoreIsNoFaultOfTheProgram(String error, ServiceMetrics metric) {
        byte[] body = ("{\"__type\":\"" + error + "\"}").getBytes(StandardCharsets.UTF_8);
        AwsOperations operations =
                new AwsOperations(AwsService.DYNAMODB, (operation, sent) -> new AwsAnswer(400, "REQUEST", body));
        AtomicReference<AwsRefusal> refusal = new AtomicReference<>();
        new SteppedHost()
                .run(() -> refusal.set(
                        catchThrowableOfType(AwsRefusal.class, () -> operations.call("GetItem", Map.of()))));
        assertThat(ServiceMetrics.of(refusal.get())).isEqualTo(metric);

        AwsServiceException ofTheSdk = AwsServiceException.builder()
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(error).build())
                .build();
        assertThat(ServiceMetrics.of(ofTheSdk)).isEqualTo(metric);
    }

    @Test
    void everyOtherFaultIsOurs() {
        assertThat(ServiceMetrics.of(new IllegalStateException("a bug"))).isEqualTo(ServiceMetrics.SERVER_FAULT);
    }
}
