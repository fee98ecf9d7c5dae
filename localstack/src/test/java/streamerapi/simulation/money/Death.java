package streamerapi.simulation.money;

/// The end of a process in the middle of its work. No code of the service catches it.
final class Death extends Error {
    Death() {
        super("the process died", null, false, false);
    }
}
