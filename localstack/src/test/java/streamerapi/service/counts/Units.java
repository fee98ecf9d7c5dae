package streamerapi.service.counts;

/// The units that AWS charges for.
///
/// @param reads read units of DynamoDB
/// @param writes write units of DynamoDB
/// @param messages requests to SQS
/// @param frames messages to sockets, and calls of their management API
record Units(long reads, long writes, long messages, long frames) {

    static final Units NONE = new Units(0, 0, 0, 0);

    static Units reads(long units) {
        return new Units(units, 0, 0, 0);
    }

    static Units writes(long units) {
        return new Units(0, units, 0, 0);
    }

    Units plus(Units other) {
        return new Units(reads + other.reads, writes + other.writes, messages + other.messages, frames + other.frames);
    }
}
