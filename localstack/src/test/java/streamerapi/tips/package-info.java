/// The way for tests to the decisions about payments, without the endpoints in front of them.
@NullMarked
package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
