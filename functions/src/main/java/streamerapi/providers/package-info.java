/// The calls that the APIs of providers have in common: OAuth's token endpoint (RFC 6749), and how a refusal is told
/// from silence. Each provider's package builds on them.
@NullMarked
package streamerapi.providers;

import org.jspecify.annotations.NullMarked;
