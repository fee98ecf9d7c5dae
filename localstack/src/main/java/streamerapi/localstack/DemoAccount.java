package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;

/// The account that is made at the first start.
public record DemoAccount(String tenantId, String apiKey) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Reads the answer of the function that makes accounts.
    ///
    /// @throws StartException where it is not that
    static DemoAccount parse(byte[] answer) {
        try {
            JsonNode account = JSON.readTree(answer);
            if (account.hasNonNull("tenant_id") && account.hasNonNull("api_key")) {
                return new DemoAccount(
                        account.path("tenant_id").asText(),
                        account.path("api_key").asText());
            }
            throw new StartException("CreateAccountFunction answered without tenant_id and api_key");
        } catch (IOException e) {
            throw new StartException("CreateAccountFunction answered no JSON");
        }
    }
}
