/// The path of a request: which route, who asks, how often, what it says, what is decided, what is answered.
///
/// [streamerapi.shared.http.HttpFunction] takes an HTTP API event apart, [streamerapi.shared.http.Pipeline] carries it
/// through, and an `Api` class of a resource group decides. Deciding only reads, so it runs beside the check of the
/// credential; what was decided is committed once the credential has been found good.
@NullMarked
package streamerapi.shared.http;

import org.jspecify.annotations.NullMarked;
