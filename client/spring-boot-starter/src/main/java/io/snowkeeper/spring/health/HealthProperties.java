package io.snowkeeper.spring.health;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code snowkeeper.health}, for applications that ask servers.
 *
 * @param timeout the longest time of servers for the id that the health indicator asks for
 */
@ConfigurationProperties("snowkeeper.health")
public record HealthProperties(@DefaultValue("2s") Duration timeout) {

    /** @throws IllegalArgumentException if the time is not positive */
    public HealthProperties {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("must be > PT0S: snowkeeper.health.timeout=" + timeout);
        }
    }
}
