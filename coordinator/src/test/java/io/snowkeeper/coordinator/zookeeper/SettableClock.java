package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The wall clock, as somebody has set it. */
final class SettableClock implements MillisClock {

    private final AtomicLong offset = new AtomicLong();

    @Override
    public long millis() {
        return System.currentTimeMillis() + offset.get();
    }

    /** Makes the clock this much ahead of the right time, behind it if negative. */
    SettableClock setTo(Duration ahead) {
        offset.set(ahead.toMillis());
        return this;
    }
}
