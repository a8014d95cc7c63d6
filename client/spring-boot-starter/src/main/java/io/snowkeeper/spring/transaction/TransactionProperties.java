package io.snowkeeper.spring.transaction;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code snowkeeper.transaction}, for numbers that are bound to transactions.
 *
 * @param retryFor how long to repeat a confirmation that fails after a commit; 0 for never
 */
@ConfigurationProperties("snowkeeper.transaction")
public record TransactionProperties(@DefaultValue("10m") Duration retryFor) {

    /** @throws IllegalArgumentException if the time is negative */
    public TransactionProperties {
        if (retryFor.isNegative()) {
            throw new IllegalArgumentException("must be >= PT0S: snowkeeper.transaction.retry-for=" + retryFor);
        }
    }
}
