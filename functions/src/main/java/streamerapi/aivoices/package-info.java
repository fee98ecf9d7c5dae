/// AI voices: the catalogue, which of them an account has on, and how much it has spoken this month.
@NullMarked
package streamerapi.aivoices;

import org.jspecify.annotations.NullMarked;
