package streamerapi.localstack.functions;

/// The end of a function's process. It is an [Error], which no code of a function catches.
final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed() {
        super("The function's process was killed", null, false, false);
    }
}
