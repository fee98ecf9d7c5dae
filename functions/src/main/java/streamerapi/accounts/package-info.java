/// Accounts: how one comes to be, who is of its team and signs in, and which API keys it gives out.
///
/// An email and a password come in and a session goes out; from then on `shared.auth` knows who asks. What changes here
/// (a password, a role, a key) ends at once what was begun with it: sessions, requests, sockets.
@NullMarked
package streamerapi.accounts;

import org.jspecify.annotations.NullMarked;
