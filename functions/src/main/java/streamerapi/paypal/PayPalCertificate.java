package streamerapi.paypal;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/// The certificate that PayPal signs with, and those that came with it.
///
/// @param others the rest of its file, in any order
record PayPalCertificate(X509Certificate leaf, List<X509Certificate> others) {

    private static final Pattern NAME = Pattern.compile("messageverificationcerts[a-z0-9.-]*\\.paypal\\.com");

    /// Reads a file of certificates, PEM or DER; the first is PayPal's.
    ///
    /// @throws CertificateException if it has none
    static PayPalCertificate parse(byte[] file) throws CertificateException {
        Collection<? extends Certificate> all =
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(file));
        List<X509Certificate> certificates =
                all.stream().map(X509Certificate.class::cast).toList();
        if (certificates.isEmpty()) {
            throw new CertificateException("the file has no certificate");
        }
        return new PayPalCertificate(certificates.getFirst(), certificates.subList(1, certificates.size()));
    }

    /// Whether it is in date, and names PayPal's signing of webhooks.
    boolean isPayPals(Instant now) {
        boolean isInDate = !now.isBefore(leaf.getNotBefore().toInstant())
                && !now.isAfter(leaf.getNotAfter().toInstant());
        return isInDate && isNamed();
    }

    private boolean isNamed() {
        try {
            List<String> names = new LdapName(leaf.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(part -> part.getType().equalsIgnoreCase("CN") && part.size() == 1)
                            .map(part -> part.getValue().toString())
                            .toList();
            return names.size() == 1 && NAME.matcher(names.getFirst()).matches();
        } catch (InvalidNameException e) {
            return false;
        }
    }

    /// Whether no other certificate came with it.
    boolean isAlone() {
        return others.isEmpty();
    }

    /// Whether it chains to one of the anchors (RFC 5280) by the certificates that came with it. Nothing is fetched.
    boolean isChained(Set<TrustAnchor> anchors, Instant now) {
        try {
            X509CertSelector target = new X509CertSelector();
            target.setCertificate(leaf);
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
            parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(others)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(now));
            CertPathBuilder.getInstance("PKIX").build(parameters);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /// Whether a signature is of these bytes (RSA, PKCS #1 v1.5, SHA-256).
    ///
    /// @param signature Base64
    boolean hasSigned(String signature, byte[] signed) {
        PublicKey key = leaf.getPublicKey();
        try {
            Signature check = Signature.getInstance("SHA256withRSA");
            check.initVerify(key);
            check.update(signed);
            return check.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }
}
