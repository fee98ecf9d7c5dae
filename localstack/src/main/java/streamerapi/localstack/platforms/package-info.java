/// The streaming platforms' part: Twitch and Kick as far as the service talks to them, each under an address of its own
/// below `/stand-ins/`. They sign people in, take subscriptions, chat lines and redemptions, refuse what the real ones
/// refuse, and send signed events.
@NullMarked
package streamerapi.localstack.platforms;

import org.jspecify.annotations.NullMarked;
