package streamerapi.qr;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/// A QR code as a picture, black on white with its margin.
public final class QrPicture {

    /// The side of a module in a PNG, in pixels.
    private static final int SCALE = 12;

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

    private final QrCode code;

    public QrPicture(QrCode code) {
        this.code = code;
    }

    private int side() {
        return code.size() + 2 * QrCode.MARGIN;
    }

    /// As SVG, a unit for each module.
    public String svg() {
        StringBuilder path = new StringBuilder();
        for (int y = 0; y < code.size(); y++) {
            for (int x = 0; x < code.size(); x++) {
                int from = x;
                while (code.isDark(x, y)) {
                    x++;
                }
                if (x > from) {
                    path.append(
                            "M%d %dh%dv1h-%dz".formatted(from + QrCode.MARGIN, y + QrCode.MARGIN, x - from, x - from));
                }
            }
        }
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %1$d" shape-rendering="crispEdges">\
                <path fill="#fff" d="M0 0h%1$dv%1$dH0z"/><path d="%2$s"/></svg>
                """.formatted(side(), path);
    }

    /// As PNG (ISO/IEC 15948), one bit for each pixel.
    public byte[] png() {
        int side = side() * SCALE;
        try {
            ByteArrayOutputStream png = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(png);
            out.write(SIGNATURE);
            ByteArrayOutputStream header = new ByteArrayOutputStream();
            DataOutputStream fields = new DataOutputStream(header);
            fields.writeInt(side);
            fields.writeInt(side);
            fields.write(new byte[] {1, 0, 0, 0, 0});
            chunk(out, "IHDR", header.toByteArray());
            ByteArrayOutputStream pixels = new ByteArrayOutputStream();
            try (DeflaterOutputStream deflated = new DeflaterOutputStream(pixels)) {
                for (int y = 0; y < side; y++) {
                    deflated.write(line(y / SCALE - QrCode.MARGIN, side));
                }
            }
            chunk(out, "IDAT", pixels.toByteArray());
            chunk(out, "IEND", new byte[0]);
            return png.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A line of pixels behind its filter, which is none.
    private byte[] line(int y, int side) {
        byte[] line = new byte[1 + (side + 7) / 8];
        for (int x = 0; x < side; x++) {
            if (!code.isDark(x / SCALE - QrCode.MARGIN, y)) {
                line[1 + x / 8] |= (byte) (0x80 >> x % 8);
            }
        }
        return line;
    }

    private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) sum.getValue());
    }

    /// The SVG as an address (RFC 2397).
    public String svgAddress() {
        return "data:image/svg+xml;base64,"
                + Base64.getEncoder().encodeToString(svg().getBytes(StandardCharsets.UTF_8));
    }

    /// The PNG as an address (RFC 2397).
    public String pngAddress() {
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(png());
    }
}
