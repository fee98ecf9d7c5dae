/// How platforms and payment processors reach the service: `POST /ingest/{source}`, signed, each message once.
///
/// [streamerapi.ingest.Ingest] checks a message and hands it to the handler of its type, which is of the package that
/// the message is about.
@NullMarked
package streamerapi.ingest;

import org.jspecify.annotations.NullMarked;
