package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// The account that is made at the first start.
public record DemoAccount(String tenantId, String apiKey, Owner owner) {

    /// Who owns it, as they sign in to the dashboard.
    public record Owner(String email, String password) {}

    private static final ObjectMapper JSON = new ObjectMapper();

    /// Asks the function that makes accounts for a new one. Its owner has an address that nobody has, in an emulator's
    /// tables too, which keep the accounts of earlier starts.
    static byte[] request() {
        return JSON.createObjectNode()
                .put("name", "Demo")
                .put("currency", "USD")
                .put("email", "owner-" + UUID.randomUUID().toString().substring(0, 8) + "@example.com")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Reads the answer of the function that makes accounts.
    ///
    /// @throws StartException where it is not that
    static DemoAccount parse(byte[] answer) {
        try {
            JsonNode account = JSON.readTree(answer);
            JsonNode owner = account.path("owner");
            if (account.hasNonNull("tenant_id") && account.hasNonNull("api_key") && owner.hasNonNull("password")) {
                return new DemoAccount(
                        account.path("tenant_id").asText(),
                        account.path("api_key").asText(),
                        new Owner(
                                owner.path("email").asText(),
                                owner.path("password").asText()));
            }
            throw new StartException("The demo account lacks tenant_id, api_key or owner");
        } catch (IOException e) {
            throw new StartException("CreateAccountFunction answered no JSON");
        }
    }
}
