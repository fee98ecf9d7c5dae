/// Templates of what the bot says: texts with variables such as `{user}`, which commands and timers have.
@NullMarked
package streamerapi.templates;

import org.jspecify.annotations.NullMarked;
