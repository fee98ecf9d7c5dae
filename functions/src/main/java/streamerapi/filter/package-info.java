/// The account's word filter: a text goes in, and comes out without what is replaced, or not at all.
@NullMarked
package streamerapi.filter;

import org.jspecify.annotations.NullMarked;
