/// Measurements: cold start, priming, the cost of a warm request, throughput, memory, size (docs/benchmarks.md).
///
/// Functions run as processes of Lambda's own runtime client, against a stub of the runtime API and the local stack.
@NullMarked
package streamerapi.bench;

import org.jspecify.annotations.NullMarked;
