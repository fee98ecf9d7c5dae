package streamerapi.shared.signatures;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.jspecify.annotations.NullMarked;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// A signature is what anybody computes who follows the specification: HMAC (RFC 2104) spelt out here from SHA-256.
@NullMarked
class SignaturePropertyTest {

    private static final int BLOCK = 64;

    @Property(tries = 300)
    void ourSignatureIsTheHmacOfTimeAndBodyUnderTheWholeSecret(
            @ForAll("keys") byte[] key, @ForAll @LongRange(max = 4_000_000_000L) long seconds, @ForAll byte[] body)
            throws NoSuchAlgorithmException {
        String secret = secret(key);
        StringBuilder hex = new StringBuilder();
        for (byte b : hmac(utf8(secret), joined(utf8(seconds + "."), body))) {
            hex.append(String.format("%02x", b));
        }
        assertThat(Signature.header(List.of(secret), Instant.ofEpochSecond(seconds, 999_999_999), body))
                .isEqualTo("t=" + seconds + ",v1=" + hex);
    }

    @Property(tries = 300)
    void theStandardSignatureIsTheHmacOfIdTimeAndBodyUnderTheDecodedKey(
            @ForAll("keys") byte[] key, @ForAll @LongRange(max = 4_000_000_000L) long seconds, @ForAll byte[] body)
            throws NoSuchAlgorithmException {
        byte[] mac = hmac(key, joined(utf8("evt_1." + seconds + "."), body));
        assertThat(Signature.standard(List.of(secret(key)), "evt_1", Instant.ofEpochSecond(seconds), body))
                .isEqualTo("v1," + Base64.getEncoder().encodeToString(mac));
    }

    @Provide
    Arbitrary<byte[]> keys() {
        return Arbitraries.bytes().array(byte[].class).ofSize(32);
    }

    private static String secret(byte[] key) {
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }

    private static byte[] hmac(byte[] key, byte[] text) throws NoSuchAlgorithmException {
        byte[] block = Arrays.copyOf(key.length > BLOCK ? sha256(key) : key, BLOCK);
        return sha256(joined(masked(block, 0x5c), sha256(joined(masked(block, 0x36), text))));
    }

    private static byte[] masked(byte[] block, int mask) {
        byte[] masked = new byte[block.length];
        for (int i = 0; i < block.length; i++) {
            masked[i] = (byte) (block[i] ^ mask);
        }
        return masked;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.writeBytes(first);
        joined.writeBytes(second);
        return joined.toByteArray();
    }

    private static byte[] sha256(byte[] bytes) throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
