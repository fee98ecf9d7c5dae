package streamerapi.shared.aws;

import java.io.IOException;

/// The way to a service: it carries one try of an operation.
@FunctionalInterface
public interface AwsTransport {

    /// The answer to one try, also if it is a refusal.
    ///
    /// @param operation as AWS names it: `GetItem`
    /// @param body the operation's fields as JSON
    /// @throws IOException if there is no answer, or it did not come whole
    AwsAnswer once(String operation, byte[] body) throws IOException;
}
