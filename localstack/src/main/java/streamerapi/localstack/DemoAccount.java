package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/// The account that is made at the first start.
///
/// @param ingestSecrets what its connectors sign with, by source
public record DemoAccount(String tenantId, String apiKey, Owner owner, Map<String, String> ingestSecrets) {

    /// The owner, as they sign in to the dashboard.
    public record Owner(String email, String password) {

        /// Asks the function that makes accounts to give the owner this password again.
        byte[] reset() {
            return JSON.createObjectNode()
                    .put("new_password_for", email)
                    .put("password", password)
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final ObjectMapper JSON = new ObjectMapper();

    /// Asks the function that makes accounts for a new one. Its owner has an address of its own, in an emulator's
    /// tables too, which keep the accounts of earlier starts.
    static byte[] request(String name) {
        return JSON.createObjectNode()
                .put("name", name)
                .put("currency", "USD")
                .put("email", "owner-" + UUID.randomUUID().toString().substring(0, 8) + "@example.com")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> secrets(JsonNode bySource) {
        Map<String, String> secrets = new LinkedHashMap<>();
        bySource.properties()
                .forEach(entry -> secrets.put(entry.getKey(), entry.getValue().asText()));
        return Collections.unmodifiableMap(secrets);
    }

    /// The account that a file of the data directory holds.
    ///
    /// @throws StartException that names the file, if it holds none
    static DemoAccount read(Path file) throws IOException {
        byte[] kept = Files.readAllBytes(file);
        try {
            return parse(kept);
        } catch (StartException e) {
            throw new StartException(
                    "DATA_DIR: " + file + " holds no account: delete it, and the next start makes another one");
        }
    }

    /// Reads the answer of the function that makes accounts.
    ///
    /// @throws StartException if it is not that
    static DemoAccount parse(byte[] answer) {
        try {
            JsonNode account = JSON.readTree(answer);
            JsonNode owner = account.path("owner");
            if (account.hasNonNull("tenant_id")
                    && account.hasNonNull("api_key")
                    && owner.hasNonNull("password")
                    && account.hasNonNull("ingest_secrets")) {
                return new DemoAccount(
                        account.path("tenant_id").asText(),
                        account.path("api_key").asText(),
                        new Owner(
                                owner.path("email").asText(),
                                owner.path("password").asText()),
                        secrets(account.path("ingest_secrets")));
            }
            throw new StartException("The demo account lacks tenant_id, api_key, owner or ingest_secrets");
        } catch (IOException e) {
            throw new StartException("CreateAccountFunction answered no JSON");
        }
    }
}
