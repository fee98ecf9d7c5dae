/// A streamer's settings of the account: the currency, which tips are held, which videos are banned, how tips are
/// spoken, which alerts are passed on, and the actions of rewards.
@NullMarked
package streamerapi.settings;

import org.jspecify.annotations.NullMarked;
