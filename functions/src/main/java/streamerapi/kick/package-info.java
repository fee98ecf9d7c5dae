/// Kick's API: OAuth with PKCE, event subscriptions and chat (docs/connections.md). What Kick sends is taken apart
/// elsewhere.
@NullMarked
package streamerapi.kick;

import org.jspecify.annotations.NullMarked;
