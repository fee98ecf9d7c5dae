/// Chat counters: numbers with a name, which chat, dashboard and API change, and whose every change is an event.
@NullMarked
package streamerapi.counters;

import org.jspecify.annotations.NullMarked;
