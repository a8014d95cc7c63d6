package io.snowkeeper.client;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.snowkeeper.client.internal.connection.Causes;
import io.snowkeeper.core.text.GivenText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The TLS context of new connections, made of PEM files, and made anew when they have changed. Files that cannot be used then, such as
 * a certificate whose key is not there yet, change nothing until they can. Not thread-safe.
 */
final class TlsContexts implements Supplier<SslContext> {

    private static final System.Logger log = System.getLogger(TlsContexts.class.getName());

    private static final int MAX_BYTES = 1 << 20;

    private final TlsFiles files;
    private List<Object> version;
    private SslContext current;

    /** @throws IllegalArgumentException if a file cannot be read, or holds something else; the message names the files */
    TlsContexts(TlsFiles files) {
        this.files = files;
        this.version = versionOf(files);
        this.current = contextOf(files);
    }

    /** Returns the context of the next connection. */
    @Override
    public SslContext get() {
        List<Object> present = versionOf(files);
        if (!present.equals(version)) {
            version = present;
            try {
                current = contextOf(files);
            } catch (IllegalArgumentException e) {
                log.log(
                        System.Logger.Level.WARNING,
                        "What was read before is used until the files change again: {0}",
                        e.getMessage());
            }
        }
        return current;
    }

    /** Returns a value that changes when a file is written or replaced. */
    private static List<Object> versionOf(TlsFiles files) {
        List<Object> version = new ArrayList<>();
        Stream.concat(
                        files.trust().stream(),
                        files.identity().stream()
                                .flatMap(identity -> Stream.of(identity.certificate(), identity.key())))
                .forEach(file -> version.addAll(versionOf(file)));
        return version;
    }

    private static List<Object> versionOf(Path file) {
        try {
            return List.of(Files.getLastModifiedTime(file), Files.size(file));
        } catch (IOException e) {
            // Reading it gives a better error.
            return List.of();
        }
    }

    private static SslContext contextOf(TlsFiles files) {
        try {
            SslContextBuilder builder = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .endpointIdentificationAlgorithm("HTTPS");
            if (files.trust().isPresent()) {
                builder.trustManager(content(files.trust().get()));
            }
            if (files.identity().isPresent()) {
                TlsFiles.Identity identity = files.identity().get();
                builder.keyManager(content(identity.certificate()), content(identity.key()));
            }
            return builder.build();
        } catch (IllegalArgumentException | IOException e) {
            throw new IllegalArgumentException(
                    "TLS files must be readable, certificates in PEM and an unencrypted PKCS #8 key: %s: %s"
                            .formatted(files, Causes.describe(e)),
                    e);
        }
    }

    private static InputStream content(Path file) throws IOException {
        return new ByteArrayInputStream(GivenText.bytes(file, MAX_BYTES, "a PEM file"));
    }
}
