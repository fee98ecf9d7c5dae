/// What a streamer has decided about the account: the currency, which tips are held, what is banned.
@NullMarked
package streamerapi.settings;

import org.jspecify.annotations.NullMarked;
