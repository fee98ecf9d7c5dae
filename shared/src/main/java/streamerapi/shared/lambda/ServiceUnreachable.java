package streamerapi.shared.lambda;

/// An AWS service did not carry out an operation. The message is for the log, and has no secret.
public final class ServiceUnreachable extends RuntimeException {

    ServiceUnreachable(String message) {
        super(message);
    }
}
