/// Money that came in, summed by time: what an amount adds to the sums is written in the transaction that takes it in,
/// so that a sum over any span of time costs a few reads, however much there is.
@NullMarked
package streamerapi.ledger;

import org.jspecify.annotations.NullMarked;
