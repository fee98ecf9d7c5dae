/// Commands, timers and counters as files: what an account has, and what it takes in from a file of another account or
/// of another bot. A file becomes [Candidate]s, whose variables are translated; what is chosen of them is made at once.
@NullMarked
package streamerapi.imports;

import org.jspecify.annotations.NullMarked;
