package io.snowkeeper.node.tls;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of certificates that are weak, not valid, or not for long any more: at once, and then once a day. For one
 * thread.
 */
final class ExpiryLog {

    private static final Logger log = LoggerFactory.getLogger(ExpiryLog.class);

    private static final Duration PERIOD = Duration.ofDays(1);

    private List<String> said = List.of();
    private Instant saidAt = Instant.MIN;

    void look(Credentials credentials, Instant now) {
        List<String> warnings = credentials.warnings(now);
        if (warnings.equals(said) && now.isBefore(saidAt.plus(PERIOD))) {
            return;
        }
        warnings.forEach(warning -> log.warn("TLS: {}", warning));
        said = warnings;
        saidAt = now;
    }

    /** Lets the next look say all again. */
    void forget() {
        said = List.of();
    }
}
