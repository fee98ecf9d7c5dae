/// Tests of what is said of a tip, of what comes of a refusal, and of how its audio is stored.
@NullMarked
package streamerapi.speech;

import org.jspecify.annotations.NullMarked;
