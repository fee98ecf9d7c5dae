/// Channel point redemptions: they come in through ingest, do what the streamer mapped their reward to, and are
/// resolved at the platform, by the API or by the service itself.
@NullMarked
package streamerapi.channelpoints;

import org.jspecify.annotations.NullMarked;
