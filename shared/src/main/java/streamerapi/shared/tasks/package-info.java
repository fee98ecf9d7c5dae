/// Work that is done beside other work. Reads of the table run in parallel, on virtual threads, because a caller
/// notices the depth of a request and not its number of calls. Threads, pauses and chance come from the
/// [streamerapi.shared.tasks.Host].
@NullMarked
package streamerapi.shared.tasks;

import org.jspecify.annotations.NullMarked;
