/// The triggers that hand a table's stream to functions.
///
/// Records flow from a shard through the event's filter into lanes, one partition key always into the same lane; a lane
/// invokes its function batch by batch, and a checkpoint follows what has been worked on.
@NullMarked
package streamerapi.localstack.streams;

import org.jspecify.annotations.NullMarked;
