package streamerapi.qr;

/// The error correction of QR codes: Reed-Solomon over the field of 256 elements modulo x^8 + x^4 + x^3 + x^2 + 1.
final class ReedSolomon {

    private static final int FIELD = 0x11D;

    private ReedSolomon() {}

    /// The codewords that correct a block.
    ///
    /// @param count how many
    static byte[] remainder(byte[] block, int count) {
        int[] divisor = divisor(count);
        byte[] rest = new byte[count];
        for (byte word : block) {
            int factor = (word ^ rest[0]) & 0xFF;
            System.arraycopy(rest, 1, rest, 0, count - 1);
            rest[count - 1] = 0;
            for (int i = 0; i < count; i++) {
                rest[i] ^= (byte) product(divisor[i], factor);
            }
        }
        return rest;
    }

    /// The product of (x - 2^0) to (x - 2^(count - 1)), highest power first and without its leading 1.
    private static int[] divisor(int count) {
        int[] divisor = new int[count];
        divisor[count - 1] = 1;
        int root = 1;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                divisor[j] = product(divisor[j], root);
                if (j + 1 < count) {
                    divisor[j] ^= divisor[j + 1];
                }
            }
            root = product(root, 2);
        }
        return divisor;
    }

    private static int product(int one, int other) {
        int product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product = (product << 1) ^ ((product >> 7) * FIELD);
            product ^= ((other >> bit) & 1) * one;
        }
        return product;
    }
}
