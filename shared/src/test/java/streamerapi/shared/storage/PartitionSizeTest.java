package streamerapi.shared.storage;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;

/// The size of a partition, as DynamoDB tells it (Amazon DynamoDB API Reference, `ItemCollectionMetrics`).
class PartitionSizeTest {

    @Test
    void itIsAtLeastTheLowerBound() {
        assertThat(gigabytes("""
                {"Attributes": {"place": {"S": "x"}},
                 "ItemCollectionMetrics": {"ItemCollectionKey": {"pk": {"S": "A#ten_1"}}, "SizeEstimateRangeGB": [2.0, 3.0]}}""")).isEqualByComparingTo("2");
    }

    @Test
    void itIsNothingIfItIsNotTold() {
        assertThat(gigabytes("{}")).isEqualByComparingTo("0");
        assertThat(gigabytes("{\"ItemCollectionMetrics\": null}")).isEqualByComparingTo("0");
    }

    private static BigDecimal gigabytes(String answer) {
        return TableAnswers.gigabytes(answer.getBytes(StandardCharsets.UTF_8));
    }
}
