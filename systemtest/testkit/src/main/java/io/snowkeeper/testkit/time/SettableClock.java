package io.snowkeeper.testkit.time;

import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.function.LongUnaryOperator;

/** The wall clock, which a test can set or stop. */
public final class SettableClock implements MillisClock {

    private volatile LongUnaryOperator reading = LongUnaryOperator.identity();

    @Override
    public long millis() {
        return reading.applyAsLong(System.currentTimeMillis());
    }

    /** Makes the clock this much ahead of the right time, behind it if negative. */
    public void setAhead(Duration ahead) {
        long offsetMillis = ahead.toMillis();
        reading = right -> right + offsetMillis;
    }

    /** Makes the clock stand still. */
    public void stopAt(long millis) {
        reading = right -> millis;
    }
}
