package io.snowkeeper.spring.health;

/** A look at how it stands with ids. Thread-safe. */
@FunctionalInterface
interface HealthProbe {

    /** Looks now; may wait for a bounded time. */
    Standing look();
}
