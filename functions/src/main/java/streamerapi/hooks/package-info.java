/// The receivers of what platforms send by themselves (`POST /hooks/{provider}/{connection_id}`): each call is
/// verified, translated into a message as connectors send it, put into the work queue and answered. Pure but
/// for [streamerapi.hooks.HooksFunction], whose start is kept short: a platform waits two seconds.
@NullMarked
package streamerapi.hooks;

import org.jspecify.annotations.NullMarked;
