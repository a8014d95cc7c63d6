package io.snowkeeper.node;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A guard around periodic looks for figures: a failure is logged, once a minute at the most, and the other looks go on.
 * For one thread.
 */
final class GuardedLooks {

    static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final Logger log = LoggerFactory.getLogger(GuardedLooks.class);

    private final LongSupplier nanoTime;

    private boolean told;
    private long toldAt;

    GuardedLooks(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Looks. An {@link Error} gets through, for the caller to handle. */
    void look(Runnable one) {
        try {
            one.run();
        } catch (RuntimeException e) {
            tell(e);
        }
    }

    private void tell(RuntimeException failure) {
        long now = nanoTime.getAsLong();
        if (!told || now - toldAt >= QUIET_NANOS) {
            told = true;
            toldAt = now;
            log.warn(
                    "figures of this node and its fleet may be missing; ids are not affected; please report this",
                    failure);
        }
    }
}
