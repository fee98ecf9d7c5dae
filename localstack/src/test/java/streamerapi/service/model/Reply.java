package streamerapi.service.model;

/// The parts of an answer that matter.
///
/// @param code the refusal's code; empty if it is none
/// @param detail what the answer names: a tip's id, a number, or all that was read
record Reply(int status, String code, String detail) {

    static Reply ok(String detail) {
        return new Reply(200, "", detail);
    }

    static Reply refusal(int status, String code) {
        return new Reply(status, code, "");
    }

    /// Whether the service made, or told, what was asked for.
    boolean isDone() {
        return status < 300;
    }
}
