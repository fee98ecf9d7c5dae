/// The OAuth 2.0 server (spec "OAuth 2.0", RFC 6749, RFC 9700): apps that other people made, and what streamers allow
/// them.
///
/// An app is registered in one account and authorized by others. A streamer's consent becomes a code, the code an
/// authorization with a refresh token and access tokens, and [streamerapi.shared.auth.Credentials] finds the latter on
/// every request.
@NullMarked
package streamerapi.oauth;

import org.jspecify.annotations.NullMarked;
