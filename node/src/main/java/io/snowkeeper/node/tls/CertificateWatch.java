package io.snowkeeper.node.tls;

import io.snowkeeper.node.security.FileWatch;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A watch on the files of certificates: takes up new ones, and keeps the present ones as long as the new ones cannot be
 * used. {@link #look} is for one thread; the rest is thread-safe.
 */
final class CertificateWatch {

    private final InstantSource clock;
    private final ExpiryLog expiries = new ExpiryLog();
    private final FileWatch<TlsFiles, InService> files;

    /** @throws IllegalArgumentException if the files cannot be used */
    CertificateWatch(TlsSettings settings, InstantSource clock) {
        this.clock = clock;
        files = new FileWatch<>(
                "TLS",
                "",
                () -> TlsFiles.read(settings),
                (found, before) -> {
                    InService next = InService.of(found);
                    expiries.forget();
                    return next;
                },
                inService -> "new files are in service; the certificate in %s is that of %s, up to %s"
                        .formatted(
                                settings.certificate(),
                                SubjectNames.of(
                                        inService.credentials().identity().certificate()),
                                inService.credentials().identityDates().expiry()));
    }

    private record InService(Credentials credentials, TlsContexts contexts) {
        static InService of(TlsFiles files) {
            Credentials credentials = files.credentials();
            return new InService(credentials, TlsContexts.of(credentials));
        }
    }

    /** Reads the files, as {@link FileWatch#look}, and names certificates that expire. */
    void look() {
        files.look();
        expiries.look(files.inForce().credentials(), clock.instant());
    }

    /** Returns the contexts of new connections. */
    TlsContexts contexts() {
        return files.inForce().contexts();
    }

    /** Returns when the first certificate of the chain expires. */
    Instant identityExpiry() {
        return files.inForce().credentials().identityDates().expiry();
    }

    /** Returns when the first CA for clients expires. */
    Optional<Instant> clientCaExpiry() {
        return files.inForce().credentials().clientCaDates().map(CertificateDates::expiry);
    }
}
