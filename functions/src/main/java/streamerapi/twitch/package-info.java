/// Twitch's API: OAuth, EventSub subscriptions, chat and channel points (docs/connections.md). Twitch's events are
/// parsed in another package.
@NullMarked
package streamerapi.twitch;

import org.jspecify.annotations.NullMarked;
