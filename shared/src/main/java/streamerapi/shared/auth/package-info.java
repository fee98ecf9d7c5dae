/// Keys and tokens: made, hashed, looked up.
///
/// A credential comes in with a request or a socket's first frame; what leaves is who calls and the
/// [scopes][streamerapi.shared.auth.Scope] that the streamer gave to that caller.
@NullMarked
package streamerapi.shared.auth;

import org.jspecify.annotations.NullMarked;
