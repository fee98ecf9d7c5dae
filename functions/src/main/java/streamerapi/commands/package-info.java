/// Custom chat commands: what the bot answers to `!name`, who may ask, and how often.
@NullMarked
package streamerapi.commands;

import org.jspecify.annotations.NullMarked;
