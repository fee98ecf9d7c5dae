package streamerapi.shared.auth;

import streamerapi.shared.digests.Hmac;

/// A user of an account's team who is signed in, with the present role.
///
/// @param tenantId the account
/// @param userId `u_…`
/// @param email the address that they sign in with
/// @param role what they may do
/// @param csrfToken what a page of ours sends back with every change, and no page of another site can know
public record Session(String tenantId, String userId, String email, Role role, String csrfToken) implements Principal {

    @Override
    public String id() {
        return userId;
    }

    /// Whether this is the session's CSRF token. It takes the same time for any value.
    public boolean hasCsrfToken(String sent) {
        return Hmac.isSame(csrfToken, sent);
    }

    @Override
    public String toString() {
        return userId;
    }
}
