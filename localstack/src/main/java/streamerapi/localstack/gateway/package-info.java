/// API Gateway's part for HTTP: a request comes in on loopback, its route is chosen as the HTTP API does, the function
/// gets payload format 2.0, and what it answers goes out.
@NullMarked
package streamerapi.localstack.gateway;

import org.jspecify.annotations.NullMarked;
