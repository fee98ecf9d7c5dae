/// QR codes of short texts, as pictures. Text goes in, modules are drawn and masked, and come out as SVG or PNG.
@NullMarked
package streamerapi.qr;

import org.jspecify.annotations.NullMarked;
