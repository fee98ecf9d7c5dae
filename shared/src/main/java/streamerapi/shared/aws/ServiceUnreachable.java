package streamerapi.shared.aws;

import org.jspecify.annotations.Nullable;

/// An AWS service did not carry out an operation. The message is for the log, and has no secret.
public class ServiceUnreachable extends RuntimeException {

    ServiceUnreachable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
