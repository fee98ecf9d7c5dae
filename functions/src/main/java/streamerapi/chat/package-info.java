/// Chat: what viewers write and what the bot does about it, and what programs say through the bot.
@NullMarked
package streamerapi.chat;

import org.jspecify.annotations.NullMarked;
