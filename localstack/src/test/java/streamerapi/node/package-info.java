/// Node.js programs in tests: published tools, and the clients for JavaScript.
///
/// All of it is skipped on a machine without Node.js or npm.
@NullMarked
package streamerapi.node;

import org.jspecify.annotations.NullMarked;
