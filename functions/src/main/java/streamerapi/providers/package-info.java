/// The calls that the APIs of providers have in common: OAuth's token endpoint (RFC 6749), and the difference between a
/// refusal and no answer. Each provider's package builds on them.
@NullMarked
package streamerapi.providers;

import org.jspecify.annotations.NullMarked;
