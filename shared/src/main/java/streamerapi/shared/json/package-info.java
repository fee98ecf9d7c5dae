/// JSON in and out, as plain maps, lists and scalars, over Jackson's streaming core.
///
/// No data binding stands on a request's path: its reflection is what makes a cold start slow.
@NullMarked
package streamerapi.shared.json;

import org.jspecify.annotations.NullMarked;
