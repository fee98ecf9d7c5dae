/// Tests of a function's preparations before its snapshot is taken, seen from outside: in processes of their own, under
/// the checkpoint of Lambda's own runtime.
@NullMarked
package streamerapi.priming;

import org.jspecify.annotations.NullMarked;
