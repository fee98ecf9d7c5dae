/// The problems that the dashboard's home shows for a while.
@NullMarked
package streamerapi.warnings;

import org.jspecify.annotations.NullMarked;
