package io.snowkeeper.node.tls;

import java.security.cert.CertPathValidatorException;
import java.security.cert.Certificate;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Set;

/**
 * A checker that refuses weak certificates between a client's own and the CA's, with that of the client but not that of
 * the CA.
 */
final class StrengthChecker extends PKIXCertPathChecker {

    @Override
    public void init(boolean forward) {
        // Each certificate is judged by itself.
    }

    @Override
    public boolean isForwardCheckingSupported() {
        return true;
    }

    @Override
    public Set<String> getSupportedExtensions() {
        return Set.of();
    }

    @Override
    public void check(Certificate certificate, Collection<String> unresolvedCriticalExtensions)
            throws CertPathValidatorException {
        String weakness =
                CertificateStrength.weakness((X509Certificate) certificate).orElse(null);
        if (weakness != null) {
            throw new CertPathValidatorException("it " + weakness);
        }
    }
}
