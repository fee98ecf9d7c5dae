/// Twitch's API: OAuth, EventSub subscriptions, chat and channel points (docs/connections.md). What Twitch sends is
/// taken apart elsewhere.
@NullMarked
package streamerapi.twitch;

import org.jspecify.annotations.NullMarked;
