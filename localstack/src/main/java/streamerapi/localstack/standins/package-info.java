/// What every stand-in for somebody else's service needs: how a call comes to it and is answered, refused, logged or
/// made to fail, what it keeps across restarts, and how it sends events.
@NullMarked
package streamerapi.localstack.standins;

import org.jspecify.annotations.NullMarked;
