/// How tips come in: every tip takes one way, whatever its source, past the filter and, if the account wants it,
/// a decision.
@NullMarked
package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
