/// Sub rewards: credits that viewers spend on messages that are heard like tips.
@NullMarked
package streamerapi.rewards;

import org.jspecify.annotations.NullMarked;
