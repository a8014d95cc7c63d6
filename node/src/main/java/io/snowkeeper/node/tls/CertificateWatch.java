package io.snowkeeper.node.tls;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch on the files of certificates: takes up what is new, and keeps what is in service as long as that cannot be
 * used. {@link #look} is for one thread; the rest is thread-safe.
 */
final class CertificateWatch {

    private static final Logger log = LoggerFactory.getLogger(CertificateWatch.class);

    private final TlsSettings settings;
    private final InstantSource clock;
    private final ExpiryLog expiries = new ExpiryLog();
    private volatile InService inService;

    /** What the last look found. */
    private Found found;

    /** What was taken up last, or could not be. */
    private Found judged;

    /** @throws IllegalArgumentException if the files cannot be used */
    CertificateWatch(TlsSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        TlsFiles files = TlsFiles.read(settings);
        inService = InService.of(files);
        found = new Found(files, null);
        judged = found;
    }

    private record InService(TlsFiles files, Credentials credentials, TlsContexts contexts) {
        static InService of(TlsFiles files) {
            Credentials credentials = files.credentials();
            return new InService(files, credentials, TlsContexts.of(credentials));
        }
    }

    /** The findings in the files, or why they cannot be read. */
    private record Found(@Nullable TlsFiles files, @Nullable String failure) {
        static Found in(TlsSettings settings) {
            try {
                return new Found(TlsFiles.read(settings), null);
            } catch (IllegalArgumentException e) {
                return new Found(null, e.getMessage());
            }
        }
    }

    /**
     * Reads the files. What two looks in a row have found is taken up: files that are just being written, or a pair of which
     * one is exchanged, are left alone.
     */
    void look() {
        Found now = Found.in(settings);
        boolean settled = now.equals(found);
        found = now;
        if (settled && !now.equals(judged)) {
            takeUp(now);
            judged = now;
        }
        expiries.look(inService.credentials(), clock.instant());
    }

    /** Returns what new connections are served with. */
    TlsContexts contexts() {
        return inService.contexts();
    }

    /** Returns when the first certificate of the chain expires. */
    Instant identityExpiry() {
        return inService.credentials().identityDates().expiry();
    }

    /** Returns when the first CA for clients expires. */
    Optional<Instant> clientCaExpiry() {
        return inService.credentials().clientCaDates().map(CertificateDates::expiry);
    }

    private void takeUp(Found now) {
        TlsFiles files = now.files();
        if (files == null) {
            keep(now.failure());
            return;
        }
        try {
            inService = InService.of(files);
        } catch (IllegalArgumentException e) {
            keep(e.getMessage());
            return;
        }
        expiries.forget();
        log.info(
                "TLS: new files are in service; the certificate in {} is that of {}, up to {}",
                settings.certificate(),
                SubjectNames.of(inService.credentials().identity().certificate()),
                identityExpiry());
    }

    private static void keep(@Nullable String why) {
        log.error("TLS: the files have changed and cannot be used, so those from before stay in service: {}", why);
    }
}
