/// The realtime stream: sockets come, sign in with their first frame, and are sent the events of the channels that
/// their credential opens (spec "Realtime stream", contract "Realtime stream").
@NullMarked
package streamerapi.realtime;

import org.jspecify.annotations.NullMarked;
