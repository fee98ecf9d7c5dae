/// The files that a browser source loads (OBS and its kin): the overlay page with its files, and the way to a tip's
/// audio.
///
/// The page speaks the public protocol alone: the realtime socket, and the endpoints that an overlay's key opens.
@NullMarked
package streamerapi.browsersource;

import org.jspecify.annotations.NullMarked;
