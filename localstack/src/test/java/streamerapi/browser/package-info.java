/// The pages as people meet them: in a real browser, Chromium without a window, which the machine must have. Where it
/// has none these tests are skipped, and say so.
@NullMarked
package streamerapi.browser;

import org.jspecify.annotations.NullMarked;
