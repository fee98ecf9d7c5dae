/// Parts of the realtime stream, where its clients cannot bring about what is tested.
@NullMarked
package streamerapi.realtime;

import org.jspecify.annotations.NullMarked;
