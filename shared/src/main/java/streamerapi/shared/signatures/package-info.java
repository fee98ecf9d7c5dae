/// How a message over HTTP proves where it comes from: signatures that we make, and signatures that we check.
@NullMarked
package streamerapi.shared.signatures;

import org.jspecify.annotations.NullMarked;
