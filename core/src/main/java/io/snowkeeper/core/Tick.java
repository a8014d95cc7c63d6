package io.snowkeeper.core;

import java.time.temporal.ChronoUnit;

/** The unit in which a {@link Layout} counts time: one sequence is counted per tick. */
public enum Tick {
    /** Snowflake's own unit; 41 bits of it are 69 years. */
    MILLISECOND(ChronoUnit.MILLIS),
    /** Fewer time bits for the same span: 32 bits of it are 136 years. */
    SECOND(ChronoUnit.SECONDS);

    private final ChronoUnit unit;
    private final long millis;

    Tick(ChronoUnit unit) {
        this.unit = unit;
        this.millis = unit.getDuration().toMillis();
    }

    ChronoUnit unit() {
        return unit;
    }

    /** Returns the length of a tick in milliseconds. */
    public long millis() {
        return millis;
    }
}
