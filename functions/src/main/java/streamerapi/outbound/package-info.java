/// Calls to addresses that streamers and apps choose: of webhook endpoints, and of a moderation service. They reach
/// public addresses alone.
@NullMarked
package streamerapi.outbound;

import org.jspecify.annotations.NullMarked;
