/// Effects are carried out here: by the process that committed one, or by the work queue, under a lease, until the
/// outcome is known. The decisions about their results are those of the groups that asked ([EffectHandler]); the way to
/// a party is an [EffectTransport].
@NullMarked
package streamerapi.effects;

import org.jspecify.annotations.NullMarked;
