/// Counts of every request's and every event's cost: the calls to AWS, how many of them wait for each other, and the
/// capacity units that AWS charges for them.
///
/// [streamerapi.service.counts.Recorder] sees every invocation, [streamerapi.service.counts.AwsCalls] every call in it,
/// and [streamerapi.service.counts.Charge] knows AWS's rules.
@NullMarked
package streamerapi.service.counts;

import org.jspecify.annotations.NullMarked;
