package io.snowkeeper.loadtest.attack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate that a node on this machine signs itself, and its key, in PEM files.
 *
 * @param certificate for 127.0.0.1, good for a month
 * @param key RSA, as most servers have
 */
record NodeCertificate(Path certificate, Path key) {

    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "node";

    /** Makes both by the JDK's {@code keytool}. */
    static NodeCertificate in(Path folder) throws IOException {
        Path store = folder.resolve("node.p12");
        Shell.run(
                JavaProcess.tool("keytool"),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        return pem(store, folder);
    }

    private static NodeCertificate pem(Path file, Path folder) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            return new NodeCertificate(
                    write(
                            folder.resolve("node.crt"),
                            "CERTIFICATE",
                            store.getCertificate(ALIAS).getEncoded()),
                    write(
                            folder.resolve("node.key"),
                            "PRIVATE KEY",
                            store.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IOException("what keytool made cannot be read: " + file, e);
        }
    }

    private static Path write(Path file, String what, byte[] bytes) throws IOException {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
        return Files.writeString(file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what));
    }
}
