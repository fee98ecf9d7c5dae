/// Holds what the service answers to what its OpenAPI document says.
///
/// [streamerapi.localstack.openapi.OpenApiDocument] reads the document that the functions serve. Every exchange of a
/// test goes through [streamerapi.localstack.openapi.ExchangeValidator], and every event that a webhook or a socket
/// delivers through [streamerapi.localstack.openapi.EnvelopeValidator]. What does not match is an [AssertionError]
/// that lists each mismatch.
@NullMarked
package streamerapi.localstack.openapi;

import org.jspecify.annotations.NullMarked;
