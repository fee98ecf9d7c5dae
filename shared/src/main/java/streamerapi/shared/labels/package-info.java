/// The names that constants have in JSON, in the table and in paths.
@NullMarked
package streamerapi.shared.labels;

import org.jspecify.annotations.NullMarked;
