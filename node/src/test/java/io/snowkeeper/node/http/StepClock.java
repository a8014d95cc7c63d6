package io.snowkeeper.node.http;

import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The machine's clock, from which a test sets it off. */
final class StepClock implements MillisClock {

    private final AtomicLong offsetMillis = new AtomicLong();

    /** Sets it to be ahead of the machine's by that, behind if negative. */
    void setAhead(Duration offset) {
        offsetMillis.set(offset.toMillis());
    }

    @Override
    public long millis() {
        return System.currentTimeMillis() + offsetMillis.get();
    }
}
