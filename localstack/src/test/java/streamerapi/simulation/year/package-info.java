/// The whole service under a clock and a chance that one seed moves: its functions as they are deployed, wired by
/// template.yaml, with AWS, people, platforms and receivers in one process (docs/simulation.md).
@NullMarked
package streamerapi.simulation.year;

import org.jspecify.annotations.NullMarked;
