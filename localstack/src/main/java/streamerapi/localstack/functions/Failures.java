package streamerapi.localstack.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The `batchItemFailures` of a function's answer to a batch.
public final class Failures {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Failures() {}

    /// The identifiers that the function reports as failed, none if its answer is empty or null. Empty if the
    /// report cannot be read or names what was not in the batch, which fails the whole batch.
    public static Optional<List<String>> of(byte[] response, Set<String> batch) {
        if (response.length == 0) {
            return Optional.of(List.of());
        }
        try {
            var failed = new ArrayList<String>();
            JsonNode reported = JSON.readTree(response).path("batchItemFailures");
            for (JsonNode item : reported) {
                String identifier = item.path("itemIdentifier").asText("");
                if (!batch.contains(identifier)) {
                    return Optional.empty();
                }
                failed.add(identifier);
            }
            return Optional.of(failed);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
