package streamerapi.localstack;

/// The reason for which the local stack does not start, in one line.
public final class StartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartException(String problem) {
        super(problem);
    }
}
