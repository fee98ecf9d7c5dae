package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Scope;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The authorization server's metadata, which clients read (RFC 8414).
final class Metadata {

    private static final List<String> CLIENTS = List.of("client_secret_basic", "client_secret_post", "none");

    private Metadata() {}

    /// The document of the server at an address.
    static Map<String, @Nullable Object> of(String issuer) {
        Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
        metadata.put("issuer", issuer);
        metadata.put("authorization_endpoint", issuer + "/oauth/authorize");
        metadata.put("token_endpoint", issuer + "/oauth/token");
        metadata.put("revocation_endpoint", issuer + "/oauth/revoke");
        metadata.put(
                "scopes_supported",
                Arrays.stream(Scope.values()).map(Scope::label).toList());
        metadata.put("response_types_supported", List.of("code"));
        metadata.put("response_modes_supported", List.of("query"));
        metadata.put("grant_types_supported", List.of("authorization_code", "refresh_token"));
        metadata.put("token_endpoint_auth_methods_supported", CLIENTS);
        metadata.put("revocation_endpoint_auth_methods_supported", CLIENTS);
        metadata.put("code_challenge_methods_supported", List.of(Pkce.METHOD));
        metadata.put("authorization_response_iss_parameter_supported", true);
        return metadata;
    }
}
