package streamerapi.library;

import org.jspecify.annotations.Nullable;
import streamerapi.library.FileKind.Bytes;
import streamerapi.library.FileKind.PixelSize;

/// The sizes of pictures, as their first bytes have them. Of other content, each is null.
final class Pictures {

    private static final String PNG = "\u0089PNG\r\n\u001a\n";
    private static final int JPEG_MARKER = 0xff;
    private static final int JPEG_SCAN = 0xda;
    private static final int BITS_14 = 0x3fff;

    private Pictures() {}

    /// The header's chunk comes first (PNG, 11.2.2).
    static @Nullable PixelSize png(Bytes head) {
        return head.startsWith(0, PNG) && head.startsWith(12, "IHDR") && head.has(16, 8)
                ? new PixelSize(head.high(16, 4), head.high(20, 4))
                : null;
    }

    static @Nullable PixelSize gif(Bytes head) {
        return (head.startsWith(0, "GIF87a") || head.startsWith(0, "GIF89a")) && head.has(6, 4)
                ? new PixelSize(head.low(6, 2), head.low(8, 2))
                : null;
    }

    /// The size stands in the frame's header, behind as many other segments as there are (ITU-T T.81, B.2.2).
    static @Nullable PixelSize jpeg(Bytes head) {
        if (!head.startsWith(0, "\u00ff\u00d8\u00ff")) {
            return null;
        }
        int place = 2;
        while (head.has(place, 4) && head.at(place) == JPEG_MARKER) {
            int marker = head.at(place + 1);
            if (marker == JPEG_MARKER) {
                place++;
            } else if (isFrame(marker)) {
                return head.has(place, 9) ? new PixelSize(head.high(place + 7, 2), head.high(place + 5, 2)) : null;
            } else if (marker == JPEG_SCAN) {
                return null;
            } else {
                place += 2 + head.high(place + 2, 2);
            }
        }
        return null;
    }

    /// SOF0 to SOF15, without the three of these numbers that are other segments.
    private static boolean isFrame(int marker) {
        return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    }

    /// One of the three chunks that can come first (RFC 9649, 2.5 to 2.7).
    static @Nullable PixelSize webp(Bytes head) {
        if (!head.startsWith(0, "RIFF") || !head.startsWith(8, "WEBP") || !head.has(0, 30)) {
            return null;
        }
        if (head.startsWith(12, "VP8X")) {
            return new PixelSize(1 + head.low(24, 3), 1 + head.low(27, 3));
        }
        if (head.startsWith(12, "VP8L") && head.at(20) == 0x2f) {
            int sides = head.low(21, 4);
            return new PixelSize(1 + (sides & BITS_14), 1 + (sides >>> 14 & BITS_14));
        }
        return head.startsWith(12, "VP8 ") && head.startsWith(23, "\u009d\u0001*")
                ? new PixelSize(head.low(26, 2) & BITS_14, head.low(28, 2) & BITS_14)
                : null;
    }
}
