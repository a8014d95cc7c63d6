package io.snowkeeper.cli.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * Bounds the messages of libraries: a line a minute of each logger at each level. They repeat at each try what the node
 * logs once; suppressed lines are counted, and reported with the next one. Thread-safe.
 */
public final class LineAMinute extends Filter<ILoggingEvent> {

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoTime;
    private final Map<Source, Lines> lines = new ConcurrentHashMap<>();

    private record Source(String logger, Level level) {}

    /** The lines of one logger since the last one that was let through. */
    private record Lines(long sinceNanos, long leftOut) {}

    /** Makes one on the time of this process. */
    public LineAMinute() {
        this(System::nanoTime);
    }

    LineAMinute(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    @Override
    public FilterReply decide(ILoggingEvent event) {
        long now = nanoTime.getAsLong();
        Lines[] before = new Lines[1];
        Lines after = lines.compute(new Source(event.getLoggerName(), event.getLevel()), (source, seen) -> {
            before[0] = seen;
            return seen == null || now - seen.sinceNanos() >= MINUTE_NANOS
                    ? new Lines(now, 0)
                    : new Lines(seen.sinceNanos(), seen.leftOut() + 1);
        });
        if (after.leftOut() > 0) {
            return FilterReply.DENY;
        }
        if (before[0] != null && before[0].leftOut() > 0) {
            LoggerFactory.getLogger(LineAMinute.class)
                    .info(
                            "{} lines of {} were left out since its last one",
                            before[0].leftOut(),
                            event.getLoggerName());
        }
        return FilterReply.NEUTRAL;
    }
}
