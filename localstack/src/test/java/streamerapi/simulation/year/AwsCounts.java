package streamerapi.simulation.year;

/// The counts that AWS charges for, over some time of the simulation.
///
/// @param invocations of all functions
/// @param reads read units of DynamoDB
/// @param writes write units of DynamoDB
/// @param messages requests to SQS
/// @param frames messages to sockets
public record AwsCounts(long invocations, long reads, long writes, long messages, long frames) {}
