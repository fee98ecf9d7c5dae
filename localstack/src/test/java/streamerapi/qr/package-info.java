/// Tests of QR codes against those of other programs.
@NullMarked
package streamerapi.qr;

import org.jspecify.annotations.NullMarked;
