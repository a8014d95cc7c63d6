package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.function.LongUnaryOperator;

/** The wall clock, as somebody has set it, or stopped it. */
final class SettableClock implements MillisClock {

    private volatile LongUnaryOperator reading = LongUnaryOperator.identity();

    @Override
    public long millis() {
        return reading.applyAsLong(System.currentTimeMillis());
    }

    /** Makes the clock this much ahead of the right time, behind it if negative. */
    SettableClock setTo(Duration ahead) {
        long offsetMillis = ahead.toMillis();
        reading = right -> right + offsetMillis;
        return this;
    }

    /** Makes the clock stand still. */
    void stopAt(long millis) {
        reading = right -> millis;
    }
}
