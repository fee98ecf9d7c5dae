package streamerapi.shared.http;

/// The origin under which the service is known, `https://api.example.com`: `{auth_url}` of the documents.
public final class PublicOrigin {

    private PublicOrigin() {}

    /// The origin, which API Gateway lets a request name: it answers for no domain but the API's own.
    ///
    /// @param authUrl the origin that is configured; empty if only requests name it
    public static String of(String authUrl, Request request) {
        return authUrl.isEmpty() ? "https://" + request.domain() : authUrl;
    }
}
