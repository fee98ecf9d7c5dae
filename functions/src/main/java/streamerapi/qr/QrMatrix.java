package streamerapi.qr;

import java.util.Arrays;

/// The modules of a QR code while it is drawn: the patterns by which readers find it, and between them the codewords in
/// columns of two, from the right, up and down.
final class QrMatrix {

    private static final int FINDER = 7;
    private static final int MASK_OF_FORMAT = 0x5412;

    private final int version;
    private final boolean[][] dark;
    private final boolean[][] isPattern;

    private QrMatrix(int version, boolean[][] dark, boolean[][] isPattern) {
        this.version = version;
        this.dark = dark;
        this.isPattern = isPattern;
    }

    /// The matrix with its codewords, not masked yet.
    static QrMatrix of(int version, byte[] codewords) {
        int size = 4 * version + 17;
        QrMatrix matrix = new QrMatrix(version, new boolean[size][size], new boolean[size][size]);
        matrix.drawPatterns();
        matrix.drawCodewords(codewords);
        return matrix;
    }

    /// How many modules a version has for codewords.
    static int modules(int version) {
        int modules = (16 * version + 128) * version + 64;
        if (version >= 2) {
            int alignments = version / 7 + 2;
            modules -= (25 * alignments - 10) * alignments - 55;
        }
        return version >= 7 ? modules - 36 : modules;
    }

    boolean[][] modules() {
        return dark;
    }

    private int size() {
        return dark.length;
    }

    private void pattern(int x, int y, boolean isDark) {
        dark[y][x] = isDark;
        isPattern[y][x] = true;
    }

    private void drawPatterns() {
        for (int i = 0; i < size(); i++) {
            pattern(6, i, i % 2 == 0);
            pattern(i, 6, i % 2 == 0);
        }
        drawFinder(3, 3);
        drawFinder(size() - 4, 3);
        drawFinder(3, size() - 4);
        int[] places = alignments();
        for (int i = 0; i < places.length; i++) {
            for (int j = 0; j < places.length; j++) {
                boolean isAtFinder =
                        (i == 0 && j == 0) || (i == 0 && j == places.length - 1) || (i == places.length - 1 && j == 0);
                if (!isAtFinder) {
                    drawAlignment(places[i], places[j]);
                }
            }
        }
        drawFormat(0);
        drawVersion();
    }

    private void drawFinder(int x, int y) {
        for (int dy = -4; dy <= 4; dy++) {
            for (int dx = -4; dx <= 4; dx++) {
                int ring = Math.max(Math.abs(dx), Math.abs(dy));
                if (x + dx >= 0 && x + dx < size() && y + dy >= 0 && y + dy < size()) {
                    pattern(x + dx, y + dy, ring != 2 && ring != 4);
                }
            }
        }
    }

    private void drawAlignment(int x, int y) {
        for (int dy = -2; dy <= 2; dy++) {
            for (int dx = -2; dx <= 2; dx++) {
                pattern(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) != 1);
            }
        }
    }

    private int[] alignments() {
        if (version == 1) {
            return new int[0];
        }
        int count = version / 7 + 2;
        int step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2;
        int[] places = new int[count];
        places[0] = 6;
        for (int i = count - 1, place = size() - FINDER; i >= 1; i--, place -= step) {
            places[i] = place;
        }
        return places;
    }

    /// Level M, whose bits are 00, and the mask, with their own error correction, twice.
    private void drawFormat(int mask) {
        int rest = mask;
        for (int i = 0; i < 10; i++) {
            rest = (rest << 1) ^ ((rest >> 9) * 0x537);
        }
        int bits = ((mask << 10) | rest) ^ MASK_OF_FORMAT;
        for (int i = 0; i < 15; i++) {
            boolean isDark = ((bits >> i) & 1) != 0;
            if (i < 8) {
                pattern(8, i < 6 ? i : i + 1, isDark);
                pattern(size() - 1 - i, 8, isDark);
            } else {
                pattern(i == 8 ? 7 : 14 - i, 8, isDark);
                pattern(8, size() - 15 + i, isDark);
            }
        }
        pattern(8, size() - 8, true);
    }

    private void drawVersion() {
        if (version < 7) {
            return;
        }
        int rest = version;
        for (int i = 0; i < 12; i++) {
            rest = (rest << 1) ^ ((rest >> 11) * 0x1F25);
        }
        int bits = (version << 12) | rest;
        for (int i = 0; i < 18; i++) {
            int from = size() - 11 + i % 3;
            pattern(from, i / 3, ((bits >> i) & 1) != 0);
            pattern(i / 3, from, ((bits >> i) & 1) != 0);
        }
    }

    private void drawCodewords(byte[] codewords) {
        int at = 0;
        for (int right = size() - 1; right >= 1; right -= 2) {
            int column = right <= 6 ? right - 1 : right;
            boolean isUp = ((column + 1) & 2) == 0;
            for (int row = 0; row < size(); row++) {
                int y = isUp ? size() - 1 - row : row;
                for (int x = column; x > column - 2; x--) {
                    if (!isPattern[y][x] && at < 8 * codewords.length) {
                        dark[y][x] = ((codewords[at / 8] >> (7 - at % 8)) & 1) != 0;
                        at++;
                    }
                }
            }
        }
    }

    /// A matrix with its mask.
    QrMatrix masked(int mask) {
        QrMatrix masked = new QrMatrix(
                version,
                Arrays.stream(dark).map(boolean[]::clone).toArray(boolean[][]::new),
                Arrays.stream(isPattern).map(boolean[]::clone).toArray(boolean[][]::new));
        for (int y = 0; y < size(); y++) {
            for (int x = 0; x < size(); x++) {
                masked.dark[y][x] ^= !isPattern[y][x] && isInverted(mask, x, y);
            }
        }
        masked.drawFormat(mask);
        return masked;
    }

    private static boolean isInverted(int mask, int x, int y) {
        return switch (mask) {
            case 0 -> (x + y) % 2 == 0;
            case 1 -> y % 2 == 0;
            case 2 -> x % 3 == 0;
            case 3 -> (x + y) % 3 == 0;
            case 4 -> (x / 3 + y / 2) % 2 == 0;
            case 5 -> x * y % 2 + x * y % 3 == 0;
            case 6 -> (x * y % 2 + x * y % 3) % 2 == 0;
            default -> ((x + y) % 2 + x * y % 3) % 2 == 0;
        };
    }

    /// How hard it is to read: runs, blocks, what looks like a finder, and too much of one colour.
    int penalty() {
        int penalty = 0;
        int darkOnes = 0;
        for (int i = 0; i < size(); i++) {
            boolean[] row = dark[i];
            boolean[] column = new boolean[size()];
            for (int y = 0; y < size(); y++) {
                column[y] = dark[y][i];
                darkOnes += column[y] ? 1 : 0;
            }
            penalty += penaltyOfLine(row) + penaltyOfLine(column);
        }
        for (int y = 1; y < size(); y++) {
            for (int x = 1; x < size(); x++) {
                boolean one = dark[y][x];
                if (one == dark[y - 1][x] && one == dark[y][x - 1] && one == dark[y - 1][x - 1]) {
                    penalty += 3;
                }
            }
        }
        int all = size() * size();
        return penalty + 10 * (Math.abs(20 * darkOnes - 10 * all) / all);
    }

    private static int penaltyOfLine(boolean[] line) {
        int penalty = 0;
        int run = 1;
        for (int i = 1; i <= line.length; i++) {
            if (i < line.length && line[i] == line[i - 1]) {
                run++;
            } else {
                penalty += run >= 5 ? run - 2 : 0;
                run = 1;
            }
        }
        StringBuilder text = new StringBuilder();
        for (boolean module : line) {
            text.append(module ? '1' : '0');
        }
        for (int i = 0; i + 11 <= line.length; i++) {
            String part = text.substring(i, i + 11);
            penalty += part.equals("10111010000") || part.equals("00001011101") ? 40 : 0;
        }
        return penalty;
    }
}
