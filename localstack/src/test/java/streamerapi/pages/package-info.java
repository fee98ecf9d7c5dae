/// Tests of what pages are made of.
@NullMarked
package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
