/// The service as its users meet it: every test here speaks HTTP or WebSocket to the whole stack, wired from
/// template.yaml.
///
/// [streamerapi.service.Service] starts the stack once for all tests; each test makes an account of its own, so that
/// none sees another's rows. Every exchange is held to the OpenAPI document, every event to its schema.
@NullMarked
package streamerapi.service;

import org.jspecify.annotations.NullMarked;
