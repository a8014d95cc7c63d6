package io.snowkeeper.node.tls;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a node needs for TLS.
 *
 * @param identity what it presents
 * @param identityDates when that is valid
 * @param clientCaDates who signs the certificates of its clients, and when they are valid; empty if clients need none
 */
record Credentials(KeyPair identity, CertificateDates identityDates, Optional<CertificateDates> clientCaDates) {

    /** Returns what is to be said of certificates that are not valid, or not for long any more. */
    List<String> warnings(Instant now) {
        return Stream.concat(Stream.of(identityDates), clientCaDates.stream())
                .flatMap(dates -> dates.warnings(now).stream())
                .toList();
    }
}
