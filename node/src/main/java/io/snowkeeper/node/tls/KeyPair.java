package io.snowkeeper.node.tls;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * A private key and the certificate that it belongs to.
 *
 * @param key a key of RSA, EC or EdDSA
 * @param chain the certificate, and those between it and its CA
 */
record KeyPair(PrivateKey key, List<X509Certificate> chain) {

    private static final byte[] SAMPLE = "does this key fit?".getBytes(StandardCharsets.US_ASCII);

    /** @throws IllegalArgumentException if a file is broken, or the key is that of another certificate */
    static KeyPair of(PemFile certificate, PemFile key) {
        KeyPair pair = new KeyPair(key.privateKey(), certificate.certificates());
        if (!pair.fits()) {
            throw new IllegalArgumentException("the private key does not belong to the certificate: %s is not for %s"
                    .formatted(key.path(), certificate.path()));
        }
        return pair;
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    private boolean fits() {
        if (!keyTypeOf(key.getAlgorithm())
                .equals(keyTypeOf(certificate().getPublicKey().getAlgorithm()))) {
            return false;
        }
        try {
            Signature signature = Signature.getInstance(signatureOf(key.getAlgorithm()));
            signature.initSign(key);
            signature.update(SAMPLE);
            byte[] signed = signature.sign();
            signature.initVerify(certificate().getPublicKey());
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            // A key of another curve, for instance.
            return false;
        }
    }

    private static String signatureOf(String keyAlgorithm) {
        return switch (keyTypeOf(keyAlgorithm)) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> "EdDSA";
        };
    }

    /** The JDK calls EdDSA by its curve in places. */
    private static String keyTypeOf(String algorithm) {
        return algorithm.startsWith("Ed") ? "EdDSA" : algorithm;
    }

    @Override
    public String toString() {
        return "KeyPair[" + certificate().getSubjectX500Principal().getName() + "]";
    }
}
