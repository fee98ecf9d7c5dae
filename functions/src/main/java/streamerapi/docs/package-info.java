/// The documentation below `/docs`: the reference with its "Try it out", and the guides.
///
/// The guides are HTML when the build is done, so that nothing is rendered here. They stand in this function alone,
/// which no request of the API waits for.
@NullMarked
package streamerapi.docs;

import org.jspecify.annotations.NullMarked;
