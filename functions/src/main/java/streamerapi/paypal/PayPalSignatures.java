package streamerapi.paypal;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.ProviderException;

import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// Checks the signatures of PayPal's deliveries. Certificates are kept in this process.
public final class PayPalSignatures {

    private static final String ALGORITHM = "SHA256withRSA";
    private static final int MAX_KEPT = 16;

    private final CertificateHosts hosts;
    private final TrustedRoots roots;
    private final Function<URI, byte[]> files;
    private final InstantSource clock;
    private final Map<URI, PayPalCertificate> kept = new ConcurrentHashMap<>();

    public PayPalSignatures(CertificateHosts hosts, TrustedRoots roots, InstantSource clock) {
        this(hosts, roots, clock, CertificateFile::read);
    }

    PayPalSignatures(CertificateHosts hosts, TrustedRoots roots, InstantSource clock, Function<URI, byte[]> files) {
        this.hosts = hosts;
        this.roots = roots;
        this.files = files;
        this.clock = clock;
    }

    /// How a signature stands.
    public enum Verdict {
        /// It is PayPal's.
        HOLDS,
        /// It is not PayPal's.
        FORGED,
        /// It is of a certificate that names PayPal and came alone, so that it cannot be chained to a root. PayPal can
        /// tell ([PayPalApi#verify]).
        UNCHAINED
    }

    /// Checks a delivery to a webhook.
    ///
    /// @param webhookId as PayPal named the webhook when it was made
    /// @throws ProviderException.Unavailable if the certificate cannot be fetched now
    public Verdict verdict(PayPalDelivery delivery, String webhookId) {
        URI address = hosts.allowed(delivery.certificateUrl());
        if (address == null || !delivery.algorithm().equals(ALGORITHM)) {
            return Verdict.FORGED;
        }
        PayPalCertificate certificate = certificate(address);
        if (certificate == null
                || !certificate.isPayPals(clock.instant())
                || !certificate.hasSigned(delivery.signature(), delivery.signed(webhookId))) {
            return Verdict.FORGED;
        }
        if (isChained(certificate)) {
            return Verdict.HOLDS;
        }
        return certificate.isAlone() ? Verdict.UNCHAINED : Verdict.FORGED;
    }

    private boolean isChained(PayPalCertificate certificate) {
        try {
            return certificate.isChained(roots.anchors(), clock.instant());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new ProviderException.Unavailable("PAYPAL_CERT_ROOTS cannot be read: " + e.getMessage(), null);
        }
    }

    /// The certificate at an address; null if there is none.
    private @Nullable PayPalCertificate certificate(URI address) {
        PayPalCertificate known = kept.get(address);
        if (known != null) {
            return known;
        }
        try {
            PayPalCertificate read = PayPalCertificate.parse(files.apply(address));
            keep(address, read);
            return read;
        } catch (ProviderException.Refused | CertificateException e) {
            return null;
        }
    }

    /// Keeps a certificate that can be PayPal's. An address that a forger makes up brings none of those.
    private void keep(URI address, PayPalCertificate certificate) {
        if (certificate.isPayPals(clock.instant())) {
            if (kept.size() >= MAX_KEPT) {
                kept.clear();
            }
            kept.put(address, certificate);
        }
    }
}
