/// The streaming platforms put together: which client speaks for which connection, with which token, and whether the
/// connection still holds (docs/connections.md).
@NullMarked
package streamerapi.platforms;

import org.jspecify.annotations.NullMarked;
