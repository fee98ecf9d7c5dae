package streamerapi.shared.http;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.limits.Window;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

/// The credential that a request presents, before it has been checked.
sealed interface PresentedCredential {

    /// The secret, if its form and checksum are right.
    @Nullable
    Secret secret();

    /// The window of the secret's requests; null without a secret.
    @Nullable
    Window window();

    /// The refusal of a request whose credential is no good.
    Problem refusal();

    /// A bearer credential.
    ///
    /// @param text the credential as sent; null if none was
    record Bearer(
            @Nullable String text,
            @Nullable Secret secret,
            @Nullable Window window) implements PresentedCredential {

        /// (contract, "OAuth and sign-in")
        @Override
        public Problem refusal() {
            if (text == null) {
                return Problem.of(ErrorCode.MISSING_API_KEY);
            }
            if (text.startsWith(Secret.Kind.ACCESS_TOKEN.prefix())) {
                return Problem.of(ErrorCode.INVALID_TOKEN);
            }
            return Problem.of(ErrorCode.INVALID_API_KEY, mistake(text));
        }

        /// The mistake in the credential's format or checksum, found without reading the table.
        private String mistake(String text) {
            if (secret != null) {
                return ErrorCode.INVALID_API_KEY.message();
            }
            if (text.startsWith("whsec_")) {
                return "This is the signing secret of a webhook endpoint, not an API key: keys begin with sak_";
            }
            for (Secret.Kind kind : Secret.Kind.values()) {
                if (text.startsWith(kind.prefix())) {
                    return kind.isBearer()
                            ? "This is not the whole " + kind.noun() + ": a part is missing, or a character is wrong"
                            : "This is " + kind.noun() + ", not an API key: keys begin with sak_";
                }
            }
            return "No such API key: keys begin with sak_";
        }
    }

    /// A session's cookie.
    ///
    /// @param cookie null if none was sent that could be one
    record Cookie(@Nullable SessionCookie cookie, @Nullable Window window) implements PresentedCredential {

        @Override
        public @Nullable Secret secret() {
            return cookie == null ? null : cookie.secret();
        }

        @Override
        public Problem refusal() {
            return Problem.of(ErrorCode.MISSING_SESSION);
        }
    }
}
