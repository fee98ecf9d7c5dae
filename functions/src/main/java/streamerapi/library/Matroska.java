package streamerapi.library;

import org.jspecify.annotations.Nullable;
import streamerapi.library.FileKind.Bytes;
import streamerapi.library.FileKind.PixelSize;

/// The elements of a WebM file (RFC 8794, RFC 9559), as far as the first picture track's size.
final class Matroska {

    private static final int EBML = 0x1a45dfa3;
    private static final int DOC_TYPE = 0x4282;
    private static final int SEGMENT = 0x18538067;
    private static final int TRACKS = 0x1654ae6b;
    private static final int TRACK = 0xae;
    private static final int VIDEO = 0xe0;
    private static final int PIXEL_WIDTH = 0xb0;
    private static final int PIXEL_HEIGHT = 0xba;

    private final Bytes head;

    Matroska(Bytes head) {
        this.head = head;
    }

    /// An element: where its content begins and ends, as far as it was read.
    private record Element(int id, int from, int to) {}

    /// The size of its pictures; null if it is no WebM, has none, or says it later than in the bytes that were read.
    @Nullable
    PixelSize size() {
        Element header = element(0, head.array().length);
        if (header == null || header.id != EBML || !isWebm(header)) {
            return null;
        }
        Element segment = element(header.to, head.array().length);
        Element tracks = segment == null || segment.id != SEGMENT ? null : child(segment, TRACKS);
        if (tracks == null) {
            return null;
        }
        for (Element track = first(tracks); track != null; track = element(track.to, tracks.to)) {
            Element video = track.id == TRACK ? child(track, VIDEO) : null;
            if (video != null) {
                return new PixelSize(number(video, PIXEL_WIDTH), number(video, PIXEL_HEIGHT));
            }
        }
        return null;
    }

    private boolean isWebm(Element header) {
        Element type = child(header, DOC_TYPE);
        return type != null && type.to - type.from == 4 && head.startsWith(type.from, "webm");
    }

    private int number(Element parent, int id) {
        Element element = child(parent, id);
        return element == null || element.to - element.from > 3
                ? 0
                : head.high(element.from, element.to - element.from);
    }

    private @Nullable Element first(Element parent) {
        return element(parent.from, parent.to);
    }

    private @Nullable Element child(Element parent, int id) {
        for (Element child = first(parent); child != null; child = element(child.to, parent.to)) {
            if (child.id == id) {
                return child;
            }
        }
        return null;
    }

    /// The element at a place; null at the end. One that says no size, or more than there is, ends where its parent
    /// does.
    private @Nullable Element element(int from, int end) {
        if (from >= end) {
            return null;
        }
        int idLength = length(head.at(from));
        int sizeAt = from + idLength;
        if (idLength > 4 || sizeAt >= end) {
            return null;
        }
        int sizeLength = length(head.at(sizeAt));
        int content = sizeAt + sizeLength;
        if (sizeLength > 8 || content > end) {
            return null;
        }
        return new Element(head.high(from, idLength), content, content + size(sizeAt, sizeLength, end - content));
    }

    /// The bytes that a number has: one more than zeros lead its first byte.
    private static int length(int first) {
        return first == 0 ? 9 : Integer.numberOfLeadingZeros(first) - 23;
    }

    private int size(int at, int length, int most) {
        long size = head.at(at) & (0xff >> length);
        for (int place = at + 1; place < at + length; place++) {
            size = size << 8 | head.at(place);
        }
        return (int) Math.min(size, most);
    }
}
