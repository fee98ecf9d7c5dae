package streamerapi.oauth;

import streamerapi.shared.labels.Labelled;
import streamerapi.shared.storage.Write;

import java.util.List;

/// A refusal in OAuth's own terms (RFC 6749, 4.1.2.1 and 5.2): its code, and a description for the app's developer.
///
/// @see streamerapi.shared.problems.Problem for everything else's
final class OAuthError extends RuntimeException {

    /// The code of a refusal.
    enum Code implements Labelled {
        INVALID_REQUEST,
        INVALID_CLIENT,
        INVALID_GRANT,
        UNSUPPORTED_GRANT_TYPE,
        INVALID_SCOPE,
        UNSUPPORTED_RESPONSE_TYPE,
        ACCESS_DENIED,
        TEMPORARILY_UNAVAILABLE,
        SERVER_ERROR
    }

    private final Code code;
    private final transient List<Write> writes;

    private OAuthError(Code code, String description, List<Write> writes) {
        super(description, null, false, false);
        this.code = code;
        this.writes = writes;
    }

    /// @param description ASCII without quotes and backslashes (RFC 6749, 5.2)
    static OAuthError of(Code code, String description) {
        return new OAuthError(code, description, List.of());
    }

    /// The client is not the one that it claims to be. All reasons have the same answer.
    static OAuthError invalidClient() {
        return of(Code.INVALID_CLIENT, "Unknown client, or wrong client authentication");
    }

    /// This refusal, which changes something all the same.
    OAuthError writing(List<Write> also) {
        return new OAuthError(code, String.valueOf(getMessage()), also);
    }

    Code code() {
        return code;
    }

    String description() {
        return String.valueOf(getMessage());
    }

    /// The writes that are committed although the request is refused.
    List<Write> writes() {
        return writes;
    }
}
