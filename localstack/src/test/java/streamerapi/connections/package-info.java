/// Tests of connections, and rows for other tests.
@NullMarked
package streamerapi.connections;

import org.jspecify.annotations.NullMarked;
