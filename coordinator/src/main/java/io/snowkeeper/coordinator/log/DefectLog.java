package io.snowkeeper.coordinator.log;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * The log of defects. A client that knows how to cause one may repeat it: each kind of defect, by its type and the line
 * that threw it, is logged once a minute at most, with a stack trace and the number of times it occurred. Thread-safe.
 */
public final class DefectLog {

    private static final String OURS = "io.snowkeeper.";

    private static final int MAX_CAUSES = 10;

    private final Logger log;
    private final RepeatLimit repeats;

    /** @param log where they are logged */
    public DefectLog(Logger log) {
        this(log, System::nanoTime);
    }

    /** @param nanos a clock that never goes back */
    DefectLog(Logger log, LongSupplier nanos) {
        this.log = requireNonNull(log);
        this.repeats = new RepeatLimit(nanos);
    }

    /**
     * Logs a defect, if none of its kind was within the last minute.
     *
     * @param text the failed operation
     */
    public void failed(String text, Throwable cause) {
        repeats.admit(kindOf(cause))
                .ifPresent(skipped -> log.error("{}{}", text, RepeatLimit.timesMore(skipped), cause));
    }

    /**
     * Without the message, which may contain a client's input. The first frame of ours counts, since a library throws
     * the same for every wrong call.
     */
    private static String kindOf(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        String type = cause.getClass().getName();
        return Arrays.stream(cause.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(OURS))
                .findFirst()
                .map(frame -> type + " at " + frame)
                .orElse(type);
    }
}
