package io.snowkeeper.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that signs itself, made by the JDK's keytool, as a key store and in PEM. */
record Certificates(Path folder, String name) {

    private static final char[] PASSWORD = "changeit".toCharArray();

    /** @param subject what it is for, such as {@code ip:127.0.0.1} */
    static Certificates make(Path folder, String name, String subject) throws Exception {
        Certificates made = new Certificates(folder, name);
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "it",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + subject,
                        "-validity",
                        "30",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        made.file("p12").toString(),
                        "-storepass",
                        new String(PASSWORD)))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        assertThat(keytool.waitFor()).as("status of keytool: " + output).isZero();
        made.writePem();
        return made;
    }

    /** Returns the certificate in PEM. */
    Path certificate() {
        return file("crt");
    }

    /** Returns the key in PEM. */
    Path key() {
        return file("key");
    }

    /** Returns what a server uses that shows this certificate and trusts those. */
    SSLContext serverContext(Certificates... trusted) throws Exception {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(keyStore(), PASSWORD);
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        for (Certificates other : trusted) {
            trust.setCertificateEntry(other.name(), other.keyStore().getCertificate("it"));
        }
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trustManagers.init(trust);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trusted.length == 0 ? null : trustManagers.getTrustManagers(), null);
        return context;
    }

    private void writePem() throws Exception {
        KeyStore store = keyStore();
        List<byte[]> chain = new ArrayList<>();
        for (Certificate certificate : store.getCertificateChain("it")) {
            chain.add(certificate.getEncoded());
        }
        Files.writeString(certificate(), pem("CERTIFICATE", chain));
        Files.writeString(
                key(), pem("PRIVATE KEY", List.of(store.getKey("it", PASSWORD).getEncoded())));
    }

    private KeyStore keyStore() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(file("p12"))) {
            store.load(file, PASSWORD);
        }
        return store;
    }

    private Path file(String extension) {
        return folder.resolve(name + "." + extension);
    }

    private static String pem(String kind, List<byte[]> contents) {
        StringBuilder pem = new StringBuilder();
        for (byte[] content : contents) {
            pem.append("-----BEGIN %s-----\n".formatted(kind))
                    .append(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content))
                    .append("\n-----END %s-----\n".formatted(kind));
        }
        return pem.toString();
    }
}
