package streamerapi.localstack.standins;

/// A service of others as the stack plays it: its own paths, its pages, and `control/…`, by which scripts make
/// things happen.
public interface StandIn {

    /// The beginning of the paths by which scripts make things happen.
    String CONTROL = "/control/";

    /// The calls that it was sent, and the answers that it was told to give.
    StandInLog log();

    StandInAnswer answer(StandInCall call);

    /// Whether a call is one that the service makes; scripts and people make the others.
    boolean isOfService(StandInCall call);

    /// Hears that a call has its answer, or will never have one.
    default void answered(StandInCall call) {}
}
