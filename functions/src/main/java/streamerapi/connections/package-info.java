/// The account's connections to platforms and payment processors: credentials, tokens and how they stand
/// (docs/connections.md). What a platform's API is like is its own package's: [streamerapi.connections.PlatformClient].
@NullMarked
package streamerapi.connections;

import org.jspecify.annotations.NullMarked;
