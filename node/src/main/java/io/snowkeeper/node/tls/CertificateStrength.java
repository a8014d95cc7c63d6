package io.snowkeeper.node.tls;

import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PSSParameterSpec;
import java.util.Optional;
import java.util.regex.Pattern;

/** The strength that a certificate's key and signature need so that it cannot be forged: 112 bits and more. */
final class CertificateStrength {

    private static final int MIN_RSA_BITS = 2048;
    private static final int MIN_EC_BITS = 256;

    private static final Pattern DIGEST = Pattern.compile("SHA(3-)?-?(256|384|512)");
    private static final Pattern SIGNATURE =
            Pattern.compile("SHA(3-)?(256|384|512)with(RSA|ECDSA)|EdDSA|Ed25519|Ed448");
    private static final String PSS = "RSASSA-PSS";

    private CertificateStrength() {}

    /** Returns why a signed certificate is too weak; empty if it is not. */
    static Optional<String> weakness(X509Certificate certificate) {
        return keyWeakness(certificate).or(() -> signatureWeakness(certificate));
    }

    /** As above, but ignores the signature: that of a trusted root proves nothing. */
    static Optional<String> keyWeakness(X509Certificate certificate) {
        PublicKey key = certificate.getPublicKey();
        if (key instanceof RSAPublicKey rsa) {
            return atLeast("RSA", MIN_RSA_BITS, rsa.getModulus().bitLength());
        }
        if (key instanceof ECPublicKey ec) {
            return atLeast("EC", MIN_EC_BITS, ec.getParams().getOrder().bitLength());
        }
        return key instanceof EdECPublicKey
                ? Optional.empty()
                : Optional.of("has a key of %s that is not known to be strong".formatted(key.getAlgorithm()));
    }

    private static Optional<String> atLeast(String kind, int min, int bits) {
        return bits >= min
                ? Optional.empty()
                : Optional.of("has an %s key of %s bits; at least %s are required".formatted(kind, bits, min));
    }

    private static Optional<String> signatureWeakness(X509Certificate certificate) {
        String algorithm = certificate.getSigAlgName();
        String named = algorithm.equals(PSS) ? PSS + " with " + pssDigest(certificate) : algorithm;
        boolean strong = algorithm.equals(PSS)
                ? DIGEST.matcher(pssDigest(certificate)).matches()
                : SIGNATURE.matcher(algorithm).matches();
        return strong
                ? Optional.empty()
                : Optional.of("is signed by %s; SHA-256 or better is required".formatted(named));
    }

    private static String pssDigest(X509Certificate certificate) {
        byte[] encoded = certificate.getSigAlgParams();
        if (encoded == null) {
            return "SHA-1, its default";
        }
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance(PSS);
            parameters.init(encoded);
            return parameters.getParameterSpec(PSSParameterSpec.class).getDigestAlgorithm();
        } catch (GeneralSecurityException | IOException e) {
            return "an unknown digest";
        }
    }
}
