/// How often a caller may call: every limit of the service, and how requests are counted against them.
@NullMarked
package streamerapi.shared.limits;

import org.jspecify.annotations.NullMarked;
