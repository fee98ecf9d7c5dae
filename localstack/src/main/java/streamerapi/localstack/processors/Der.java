package streamerapi.localstack.processors;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// ASN.1 in the encoding that certificates have: as much of it as [PayPalCertificates] writes.
///
/// The JDK reads certificates and makes none but by a tool and by packages that are not exported; a library that does,
/// for a stand-in alone, would be larger than this.
final class Der {

    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_ID = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int TIME = 0x18;
    private static final int TRUE = 0xff;
    private static final int BOOLEAN = 0x01;
    private static final int TAGGED = 0xa0;
    private static final int SHORT = 0x80;
    private static final int SEVEN_BITS = 0x7f;
    private static final DateTimeFormatter GENERALIZED =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, joined(parts));
    }

    static byte[] set(byte[]... parts) {
        return tagged(SET, joined(parts));
    }

    static byte[] integer(BigInteger value) {
        return tagged(INTEGER, value.toByteArray());
    }

    static byte[] bits(byte[] whole) {
        return tagged(BIT_STRING, joined(new byte[] {0}, whole));
    }

    static byte[] octets(byte[] bytes) {
        return tagged(OCTET_STRING, bytes);
    }

    static byte[] text(String text) {
        return tagged(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant time) {
        return tagged(TIME, GENERALIZED.format(time).getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] yes() {
        return tagged(BOOLEAN, new byte[] {(byte) TRUE});
    }

    /// A part with a number in front, where parts can be left out.
    static byte[] numbered(int number, byte[] part) {
        return tagged(TAGGED + number, part);
    }

    /// An object identifier such as `2.5.4.3`.
    static byte[] id(String dotted) {
        String[] arcs = dotted.split("\\.", -1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(Integer.parseInt(arcs[0]) * 40 + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            for (int shift = 28; shift >= 7; shift -= 7) {
                if ((arc >> shift) != 0) {
                    bytes.write(SHORT | ((arc >> shift) & SEVEN_BITS));
                }
            }
            bytes.write(arc & SEVEN_BITS);
        }
        return tagged(OBJECT_ID, bytes.toByteArray());
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        if (content.length < SHORT) {
            all.write(content.length);
        } else {
            byte[] length = BigInteger.valueOf(content.length).toByteArray();
            int from = length[0] == 0 ? 1 : 0;
            all.write(SHORT | (length.length - from));
            all.write(length, from, length.length - from);
        }
        all.writeBytes(content);
        return all.toByteArray();
    }
}
