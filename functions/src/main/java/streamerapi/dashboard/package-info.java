/// The streamer's own side of the service: sessions, API keys, the team, settings, and the controls of a show.
///
/// A signed-in user acts through the same domain classes as an API key does; the difference is who may, and that the
/// events name a user.
@NullMarked
package streamerapi.dashboard;

import org.jspecify.annotations.NullMarked;
