/// The tip page, at which viewers pay for tips, and the page that says what became of a payment (docs/tip-page.md).
@NullMarked
package streamerapi.tippage;

import org.jspecify.annotations.NullMarked;
