package io.snowkeeper.spring.health;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** A health indicator of Spring Boot 4: down while no id can be had. */
final class Boot4HealthIndicator extends AbstractHealthIndicator {

    private final HealthProbe probe;

    Boot4HealthIndicator(HealthProbe probe) {
        super("the check for ids failed");
        this.probe = probe;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Standing standing = probe.look();
        (standing.up() ? builder.up() : builder.down()).withDetails(standing.details());
    }
}
