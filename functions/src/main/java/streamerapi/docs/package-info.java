/// The documentation below `/docs`: the reference, and the guides.
///
/// Both are HTML when the build is done (`src/guides`), so that nothing is rendered here. They stand in this function
/// alone, which no request of the API waits for.
@NullMarked
package streamerapi.docs;

import org.jspecify.annotations.NullMarked;
