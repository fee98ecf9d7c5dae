/// API Gateway's part for WebSockets: connections become proxy events for a function, and functions reach a connection
/// through the `@connections` API.
@NullMarked
package streamerapi.localstack.sockets;

import org.jspecify.annotations.NullMarked;
