/// Ko-fi: the streamer's verification token, and the tips that its webhook tells of. There is no API to call.
@NullMarked
package streamerapi.kofi;

import org.jspecify.annotations.NullMarked;
