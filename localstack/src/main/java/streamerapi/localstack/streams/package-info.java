/// The triggers that hand a table's stream to functions.
///
/// Records flow from the engine's shard through the event's filter into the shards that AWS would have, by their
/// partition key, and there into lanes, by all of their key; a lane invokes its function batch by batch, and a
/// checkpoint follows what has been worked on.
@NullMarked
package streamerapi.localstack.streams;

import org.jspecify.annotations.NullMarked;
