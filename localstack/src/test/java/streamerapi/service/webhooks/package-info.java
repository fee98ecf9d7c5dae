/// Tests of webhook deliveries under adversity: receivers that misbehave, days of failures on a clock that is moved,
/// and the same message twice.
@NullMarked
package streamerapi.service.webhooks;

import org.jspecify.annotations.NullMarked;
