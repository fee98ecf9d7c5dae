package streamerapi.localstack.standins;

/// A service of others as the stack plays it: its own paths, its pages, and `control/…`, by which scripts make
/// things happen.
public interface StandIn {

    /// What the paths begin with by which scripts make things happen.
    String CONTROL = "/control/";

    /// What it was asked, and how it was told to answer.
    StandInLog log();

    StandInAnswer answer(StandInCall call);

    /// Whether a call is one that the service makes; scripts and people make the others.
    boolean isOfService(StandInCall call);

    /// Hears that a call has its answer, or will never have one.
    default void answered(StandInCall call) {}
}
