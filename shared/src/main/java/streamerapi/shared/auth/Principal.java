package streamerapi.shared.auth;

import org.jspecify.annotations.Nullable;

/// The sender of a request: a credential's software, or a user who is signed in.
public sealed interface Principal permits Caller, Session {

    /// The account whose resources it sees.
    String tenantId();

    /// Its public id, for example `ak_…` or `u_…`.
    String id();

    /// The id of the overlay that asks, or null for any other principal.
    default @Nullable String overlayId() {
        return this instanceof Caller caller && caller.isOverlay() ? caller.id() : null;
    }
}
