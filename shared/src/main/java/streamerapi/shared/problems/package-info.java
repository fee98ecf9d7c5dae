/// The refusals of calls: the codes that callers can rely on, and the exception that carries one to the answer.
@NullMarked
package streamerapi.shared.problems;

import org.jspecify.annotations.NullMarked;
