package io.snowkeeper.core;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The unit in which a {@link Layout} counts time: one sequence is counted per tick. */
public enum Tick {
    /** Snowflake's own unit; 41 bits of it are 69 years. */
    MILLISECOND(1, "1ms"),
    /** Sonyflake's unit; 39 bits of it are 174 years. */
    TEN_MILLISECONDS(10, "10ms"),
    /** Fewer time bits for the same span: 32 bits of it are 136 years. */
    SECOND(1_000, "1s");

    private final long millis;
    private final String text;

    Tick(long millis, String text) {
        this.millis = millis;
        this.text = text;
    }

    /** Returns the tick of this {@link #text}, empty if there is none. */
    static Optional<Tick> of(String text) {
        return Arrays.stream(values()).filter(tick -> tick.text.equals(text)).findFirst();
    }

    /** Returns its length as it is written in a layout: {@code 1ms}, {@code 10ms} or {@code 1s}. */
    public String text() {
        return text;
    }

    /** Returns the length of a tick in milliseconds. */
    public long millis() {
        return millis;
    }

    /** Returns the length of a tick. */
    public Duration length() {
        return Duration.ofMillis(millis);
    }
}
