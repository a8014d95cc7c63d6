package io.snowkeeper.node.tls;

import java.time.Instant;
import java.util.List;

/**
 * A report on a node's files for TLS, as a node would read them.
 *
 * @param subject whose certificate the node presents
 * @param expiry when the first certificate of its chain expires
 * @param valid whether all certificates, the CAs' for clients too, are valid now
 * @param warnings the node's log lines about certificates that are weak, not valid, or not for long any more
 */
public record CertificateReport(String subject, Instant expiry, boolean valid, List<String> warnings) {

    public CertificateReport {
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException if a node could not use them; the message names the file
     */
    public static CertificateReport of(TlsSettings settings, Instant now) {
        Credentials credentials = TlsFiles.read(settings).credentials();
        var unused = TlsContexts.of(credentials);
        return new CertificateReport(
                SubjectNames.of(credentials.identity().certificate()),
                credentials.identityDates().expiry(),
                credentials.areValid(now),
                credentials.warnings(now));
    }
}
