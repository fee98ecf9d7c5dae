/// The video sites' part, played on the stack's own port.
@NullMarked
package streamerapi.localstack.videos;

import org.jspecify.annotations.NullMarked;
