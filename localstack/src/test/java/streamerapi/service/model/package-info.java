/// The TTS queue held against a small model of it, under random and under concurrent calls.
///
/// [streamerapi.service.model.ModelQueue] is the spec's transition table in plain Java. A sequence of calls must agree
/// with it answer by answer; calls at once must agree with it in some order that their times allow
/// ([streamerapi.service.model.Linearization]).
@NullMarked
package streamerapi.service.model;

import org.jspecify.annotations.NullMarked;
