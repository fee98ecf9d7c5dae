/// Kick's API: OAuth with PKCE, event subscriptions and chat (docs/connections.md). Kick's events are parsed in another
/// package.
@NullMarked
package streamerapi.kick;

import org.jspecify.annotations.NullMarked;
