/// Accounts: how one comes to be, who is of its team and signs in, and which API keys it gives out.
///
/// An email and a password come in and a session goes out; from then on `shared.auth` knows who asks. A change of a
/// password, a role or a key ends at once the sessions, requests and sockets that began with it.
@NullMarked
package streamerapi.accounts;

import org.jspecify.annotations.NullMarked;
