/// Work that is done beside other work. What waits for the table waits at the same time, on virtual threads: the depth
/// of a request is what its caller feels. Threads, pauses and chance come from the [streamerapi.shared.tasks.Host].
@NullMarked
package streamerapi.shared.tasks;

import org.jspecify.annotations.NullMarked;
