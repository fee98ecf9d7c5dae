/// The media queue: videos that viewers ask for wait, are played by a consumer, and stand in a history.
///
/// A link becomes a [streamerapi.media.VideoLink], its video site says whether it can be played
/// ([streamerapi.media.VideoSites]), and what may be played enters the [streamerapi.media.MediaQueue].
@NullMarked
package streamerapi.media;

import org.jspecify.annotations.NullMarked;
