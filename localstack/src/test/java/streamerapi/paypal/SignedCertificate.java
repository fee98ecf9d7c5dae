package streamerapi.paypal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import javax.security.auth.x500.X500Principal;

/// A certificate with its key, made for a test (RFC 5280, in DER).
public record SignedCertificate(X509Certificate certificate, KeyPair keys) {

    /// The least that Java takes in a chain (`jdk.certpath.disabledAlgorithms`). Twice as many take seconds to make.
    private static final int RSA_BITS = 1_024;

    private static final AtomicInteger SERIAL = new AtomicInteger();
    private static final byte[] SHA256_WITH_RSA = HexFormat.of().parseHex("300d06092a864886f70d01010b0500");
    private static final byte[] IS_AUTHORITY = HexFormat.of().parseHex("3011300f0603551d130101ff040530030101ff");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    /// An authority that signs itself.
    public static SignedCertificate root(String name, Instant from, Instant until) {
        KeyPair keys = newKeys();
        return new SignedCertificate(made(name, name, keys, keys.getPrivate(), true, from, until), keys);
    }

    /// A certificate that this one signs, with a key of its own.
    public SignedCertificate signs(String name, boolean isAuthority, Instant from, Instant until) {
        return signs(newKeys(), name, isAuthority, from, until);
    }

    /// A certificate that this one signs.
    public SignedCertificate signs(KeyPair of, String name, boolean isAuthority, Instant from, Instant until) {
        String issuer = certificate.getSubjectX500Principal().getName();
        return new SignedCertificate(made(name, issuer, of, keys.getPrivate(), isAuthority, from, until), of);
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(RSA_BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /// Certificates as PayPal's address serves them.
    public static byte[] pem(SignedCertificate... chain) {
        return Arrays.stream(chain)
                .map(each -> "-----BEGIN CERTIFICATE-----\r\n"
                        + Base64.getMimeEncoder().encodeToString(each.der())
                        + "\r\n-----END CERTIFICATE-----\r\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.US_ASCII);
    }

    public byte[] der() {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /// The Base64 of a signature of these bytes.
    public String sign(byte[] bytes) {
        return Base64.getEncoder().encodeToString(signature(keys.getPrivate(), bytes));
    }

    private static X509Certificate made(
            String subject,
            String issuer,
            KeyPair keys,
            PrivateKey signer,
            boolean isAuthority,
            Instant from,
            Instant until) {
        byte[] content = tlv(
                0x30,
                tlv(0xa0, HexFormat.of().parseHex("020102")),
                tlv(0x02, BigInteger.valueOf(SERIAL.incrementAndGet()).toByteArray()),
                SHA256_WITH_RSA,
                new X500Principal(issuer).getEncoded(),
                tlv(0x30, time(from), time(until)),
                new X500Principal(subject).getEncoded(),
                keys.getPublic().getEncoded(),
                isAuthority ? tlv(0xa3, IS_AUTHORITY) : new byte[0]);
        byte[] bits = signature(signer, content);
        byte[] whole = tlv(0x30, content, SHA256_WITH_RSA, tlv(0x03, new byte[] {0}, bits));
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] signature(PrivateKey key, byte[] bytes) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] time(Instant time) {
        return tlv(0x17, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] tlv(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(content::writeBytes);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(tag);
        int length = content.size();
        if (length < 128) {
            whole.write(length);
        } else {
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int skipped = digits[0] == 0 ? 1 : 0;
            whole.write(0x80 | (digits.length - skipped));
            whole.write(digits, skipped, digits.length - skipped);
        }
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }
}
