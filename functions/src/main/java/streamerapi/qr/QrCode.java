package streamerapi.qr;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A QR code (ISO/IEC 18004) of a text of up to 213 bytes: byte mode, error correction level M, versions 1 to 10. An
/// address of a tip page has far less.
public final class QrCode {

    /// The light margin that readers need, in modules.
    public static final int MARGIN = 4;

    private static final int MAX_VERSION = 10;
    private static final int MASKS = 8;

    /// Codewords of error correction in a block of level M, by version.
    private static final int[] CORRECTION = {0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26};

    /// Blocks of level M, by version.
    private static final int[] BLOCKS = {0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5};

    private static final int BYTE_MODE = 0b0100;
    private static final int[] PADDING = {0xEC, 0x11};

    private final boolean[][] dark;

    private QrCode(boolean[][] dark) {
        this.dark = dark;
    }

    /// The code of a text, with the mask that is read most easily.
    ///
    /// @throws IllegalArgumentException if the text has more than 213 bytes
    public static QrCode of(String text) {
        QrMatrix plain = plain(text);
        QrMatrix best = plain.masked(0);
        for (int mask = 1; mask < MASKS; mask++) {
            QrMatrix other = plain.masked(mask);
            if (other.penalty() < best.penalty()) {
                best = other;
            }
        }
        return new QrCode(best.modules());
    }

    /// The code of a text with a mask.
    static QrCode of(String text, int mask) {
        return new QrCode(plain(text).masked(mask).modules());
    }

    private static QrMatrix plain(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int version = 1;
        while (bits(bytes, version) > 8 * data(version)) {
            version++;
            if (version > MAX_VERSION) {
                throw new IllegalArgumentException("A text of " + bytes.length + " bytes is too long for a QR code");
            }
        }
        return QrMatrix.of(version, codewords(bytes, version));
    }

    /// The number of modules on each side.
    public int size() {
        return dark.length;
    }

    /// Whether a module is dark; those outside are light.
    public boolean isDark(int x, int y) {
        return x >= 0 && y >= 0 && x < size() && y < size() && dark[y][x];
    }

    private static int lengthBits(int version) {
        return version < 10 ? 8 : 16;
    }

    private static int bits(byte[] bytes, int version) {
        return 4 + lengthBits(version) + 8 * bytes.length;
    }

    /// How many codewords a version has for data.
    private static int data(int version) {
        return QrMatrix.modules(version) / 8 - CORRECTION[version] * BLOCKS[version];
    }

    /// The codewords of data and correction, in the order in which they are drawn.
    private static byte[] codewords(byte[] bytes, int version) {
        byte[] data = padded(bytes, version);
        int blocks = BLOCKS[version];
        int correction = CORRECTION[version];
        int shortLength = data.length / blocks;
        int longBlocks = data.length % blocks;
        byte[] all = new byte[data.length + blocks * correction];
        int from = 0;
        for (int block = 0; block < blocks; block++) {
            int length = shortLength + (block >= blocks - longBlocks ? 1 : 0);
            byte[] part = Arrays.copyOfRange(data, from, from + length);
            byte[] check = ReedSolomon.remainder(part, correction);
            for (int i = 0; i < length; i++) {
                int before =
                        i < shortLength ? i * blocks + block : shortLength * blocks + block - (blocks - longBlocks);
                all[before] = part[i];
            }
            for (int i = 0; i < correction; i++) {
                all[data.length + i * blocks + block] = check[i];
            }
            from += length;
        }
        return all;
    }

    private static byte[] padded(byte[] bytes, int version) {
        byte[] data = new byte[data(version)];
        int at = put(data, 0, BYTE_MODE, 4);
        at = put(data, at, bytes.length, lengthBits(version));
        for (byte one : bytes) {
            at = put(data, at, one & 0xFF, 8);
        }
        int whole = (Math.min(at + 4, 8 * data.length) + 7) / 8;
        for (int i = whole; i < data.length; i++) {
            data[i] = (byte) PADDING[(i - whole) % 2];
        }
        return data;
    }

    private static int put(byte[] data, int at, int value, int bits) {
        for (int i = 0; i < bits; i++) {
            int bit = (value >> (bits - 1 - i)) & 1;
            data[(at + i) / 8] |= (byte) (bit << (7 - (at + i) % 8));
        }
        return at + bits;
    }
}
