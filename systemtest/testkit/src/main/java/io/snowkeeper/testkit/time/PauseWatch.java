package io.snowkeeper.testkit.time;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Measures for how long this JVM stood still, and adds the longest pause to each failure of a test, as a suppressed exception:
 * a test that failed beside a pause of seconds may be right, one that failed without is broken. A thread sleeps for
 * {@value #PERIOD_MILLIS} ms again and again; by how much it is late is the pause. Found by JUnit itself, as {@link Patience} is.
 */
public final class PauseWatch
        implements BeforeAllCallback, TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {

    static final long PERIOD_MILLIS = 50;

    private static final class Shared {
        static final Lateness LATENESS = new Lateness(System::nanoTime);

        static {
            Thread watch = new Thread(Shared::watch, "pause-watch");
            watch.setDaemon(true);
            watch.start();
        }

        private static void watch() {
            try {
                while (true) {
                    LATENESS.begin();
                    Thread.sleep(PERIOD_MILLIS);
                    LATENESS.end();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Shared.LATENESS.longest();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw explained(failure);
    }

    @Override
    public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw explained(failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw explained(failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw explained(failure);
    }

    @Override
    public void handleAfterAllMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw explained(failure);
    }

    private static Throwable explained(Throwable failure) {
        return Shared.LATENESS.explain(failure);
    }

    /** The longest pause that a JVM saw. */
    record Pause(Duration length, Instant end) {

        static final Pause NONE = new Pause(Duration.ZERO, Instant.EPOCH);
    }

    /** Attached to a failure; without a stack of its own. */
    static final class LongestPause extends Exception {

        LongestPause(String message) {
            super(message, null, false, false);
        }
    }

    /** Compares a sleeper's times, which it is given: by how much each sleep was too long. */
    static final class Lateness {

        private final LongSupplier nanos;
        private volatile Pause longest = Pause.NONE;
        private long began;

        Lateness(LongSupplier nanos) {
            this.nanos = nanos;
        }

        void begin() {
            began = nanos.getAsLong();
        }

        void end() {
            Duration late = Duration.ofNanos(nanos.getAsLong() - began).minusMillis(PERIOD_MILLIS);
            if (late.compareTo(longest.length()) > 0) {
                longest = new Pause(late, Instant.now());
            }
        }

        Pause longest() {
            return longest;
        }

        Throwable explain(Throwable failure) {
            Pause pause = longest();
            failure.addSuppressed(new LongestPause(
                    pause.equals(Pause.NONE)
                            ? "this JVM saw no pause"
                            : "the longest pause that this JVM saw: "
                                    + pause.length().toMillis() + " ms, until " + pause.end()));
            return failure;
        }
    }
}
