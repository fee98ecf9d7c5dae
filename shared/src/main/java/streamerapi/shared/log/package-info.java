/// The log: lines of JSON, and what else writes them.
///
/// It is ours because a logging framework was the largest part of a cold start: 1,000 classes for one line a request.
@NullMarked
package streamerapi.shared.log;

import org.jspecify.annotations.NullMarked;
