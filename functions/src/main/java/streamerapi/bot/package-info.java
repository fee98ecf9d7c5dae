/// The bot in the account's chats: where it is connected, whether the streams are live, and how it says something.
@NullMarked
package streamerapi.bot;

import org.jspecify.annotations.NullMarked;
