/// AWS's JSON protocols, as far as a request waits for them: an operation is signed, sent over the function's HTTP
/// client, and made again if it met something that passes.
///
/// The SDK's client of a service does more, and loads over a thousand classes for it
/// (`docs/adr/0030-the-table-by-its-protocol.md`). Its HTTP client and its credentials are used here.
@NullMarked
package streamerapi.shared.aws;

import org.jspecify.annotations.NullMarked;
