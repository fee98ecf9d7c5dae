package streamerapi.paypal;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/// The certificates that PayPal's must chain to. They are read when the first delivery is checked.
public final class TrustedRoots {

    private final String configured;
    private @Nullable Set<TrustAnchor> anchors;

    /// @param configured Base64 of DER, comma-separated; empty for the JDK's roots
    public TrustedRoots(String configured) {
        this.configured = configured;
    }

    /// @throws GeneralSecurityException if a configured one is no certificate
    synchronized Set<TrustAnchor> anchors() throws GeneralSecurityException {
        Set<TrustAnchor> known = anchors;
        if (known == null) {
            known = (configured.isBlank() ? ofJdk() : ofText())
                    .stream().map(root -> new TrustAnchor(root, null)).collect(Collectors.toUnmodifiableSet());
            anchors = known;
        }
        return known;
    }

    private Set<X509Certificate> ofText() throws GeneralSecurityException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        Set<X509Certificate> roots = new LinkedHashSet<>();
        for (String text : configured.split(",", -1)) {
            byte[] der = Base64.getMimeDecoder().decode(text.strip());
            roots.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(der)));
        }
        return roots;
    }

    private static Set<X509Certificate> ofJdk() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        Set<X509Certificate> roots = new LinkedHashSet<>();
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager trust) {
                roots.addAll(Arrays.asList(trust.getAcceptedIssuers()));
            }
        }
        return roots;
    }
}
