/// Tests of what is said of a tip, and of how its audio is stored.
@NullMarked
package streamerapi.speech;

import org.jspecify.annotations.NullMarked;
