package streamerapi.shared.auth;

/// Who makes a request: a credential's software, or somebody who is signed in.
public sealed interface Principal permits Caller, Session {

    /// The account whose resources it sees.
    String tenantId();

    /// Its public id: `ak_…` for one, or `u_…`.
    String id();
}
