/// What a streamer has decided about the account: the currency, which tips are held, what is banned, how tips are
/// spoken, which alerts are passed on, what rewards do.
@NullMarked
package streamerapi.settings;

import org.jspecify.annotations.NullMarked;
