/// The account's connections to platforms and payment processors: credentials, tokens and how they stand
/// (docs/connections.md). The packages of the platforms know their APIs: [streamerapi.connections.PlatformClient].
@NullMarked
package streamerapi.connections;

import org.jspecify.annotations.NullMarked;
