package io.snowkeeper.node.tls;

import io.snowkeeper.core.text.GivenText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a PEM file when it was read.
 *
 * @param path where it was read
 * @param text its contents; may be a secret
 */
record PemFile(Path path, String text) {

    private static final int MAX_BYTES = 1 << 20;

    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,64})-----([^-]*)-----END \\1-----");

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PKCS8 = "PRIVATE KEY";
    private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

    /** A header in a block of its own kind of key, which therefore is not all base64. */
    private static final String OLD_ENCRYPTION = "Proc-Type: 4,ENCRYPTED";

    private static final List<String> KEY_ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    /** @throws IllegalArgumentException if the file cannot be read, or is too large */
    static PemFile read(Path path) {
        try {
            byte[] bytes = GivenText.bytes(path, MAX_BYTES, "a PEM file");
            return new PemFile(path, new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("file does not exist: " + path, e);
        } catch (IOException e) {
            throw new IllegalArgumentException("file cannot be read: " + e, e);
        }
    }

    /**
     * Returns the certificates in their order, at least one.
     *
     * @throws IllegalArgumentException if there is none, or one is broken
     */
    List<X509Certificate> certificates() {
        List<X509Certificate> found = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            if (block.group(1).equals(CERTIFICATE)) {
                found.add(certificate(decode(block.group(2))));
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no certificate in PEM (-----BEGIN CERTIFICATE-----): " + path);
        }
        return List.copyOf(found);
    }

    /**
     * Returns the private key.
     *
     * @throws IllegalArgumentException if there is none, or not one in PKCS#8 without a password; the message contains
     *     nothing of the key
     */
    PrivateKey privateKey() {
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            String kind = block.group(1);
            if (kind.equals(PKCS8)) {
                return privateKey(decode(block.group(2)));
            }
            if (kind.endsWith(PKCS8)) {
                String what = kind.equals(ENCRYPTED) ? "is encrypted" : "is not in PKCS#8 but a '" + kind + "'";
                throw otherForm(what);
            }
        }
        if (text.contains(OLD_ENCRYPTION)) {
            throw otherForm("is encrypted");
        }
        throw new IllegalArgumentException("no private key in PEM (-----BEGIN PRIVATE KEY-----): " + path);
    }

    private IllegalArgumentException otherForm(String what) {
        return new IllegalArgumentException(
                "the private key %s: %s; convert it with: openssl pkcs8 -topk8 -nocrypt -in %s -out key.pem"
                        .formatted(what, path, path));
    }

    private X509Certificate certificate(byte[] der) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("a certificate is broken: " + path, e);
        }
    }

    private PrivateKey privateKey(byte[] der) {
        return KEY_ALGORITHMS.stream()
                .flatMap(algorithm -> privateKey(algorithm, der).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the private key is broken, or neither RSA, EC nor EdDSA: " + path));
    }

    /** Returns empty if it is a key of another algorithm. */
    private static Optional<PrivateKey> privateKey(String algorithm, byte[] der) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der)));
        } catch (InvalidKeySpecException e) {
            return Optional.empty();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }

    private byte[] decode(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            // Not the cause: it might quote a key.
            throw new IllegalArgumentException("a block of PEM is broken: " + path);
        }
    }

    @Override
    public String toString() {
        return "PemFile[" + path + "]";
    }
}
