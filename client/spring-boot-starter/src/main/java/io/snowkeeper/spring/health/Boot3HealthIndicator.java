package io.snowkeeper.spring.health;

import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** A health indicator of Spring Boot 3.5: down while no id can be had. */
final class Boot3HealthIndicator extends AbstractHealthIndicator {

    private final HealthProbe probe;

    Boot3HealthIndicator(HealthProbe probe) {
        super("the check for ids failed");
        this.probe = probe;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Standing standing = probe.look();
        (standing.up() ? builder.up() : builder.down()).withDetails(standing.details());
    }
}
