package io.snowkeeper.node.security;

import io.snowkeeper.coordinator.executor.DaemonExecutor;
import io.snowkeeper.coordinator.log.DefectLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch on the file of a policy: takes up what is new, and keeps what is in force as long as that cannot be used. Connections
 * that are open are under the new policy from their next request on. {@link #look} is for one thread; the rest is thread-safe.
 */
public final class PolicyWatch implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PolicyWatch.class);

    private static final DefectLog defects = new DefectLog(log);

    private static final int LOOK_SECONDS = 2;

    private final Path file;
    private final LongSupplier stopwatch;
    private final ScheduledExecutorService looks = DaemonExecutor.named("policy-file");
    private volatile Policy inForce;

    /** What the last look found. */
    private Found found;

    /** What was taken up last, or could not be. */
    private Found judged;

    private PolicyWatch(Path file, LongSupplier stopwatch, Found first, Policy policy) {
        this.file = file;
        this.stopwatch = stopwatch;
        this.found = first;
        this.judged = first;
        this.inForce = policy;
    }

    /** The text of the file, or why it cannot be read. */
    private record Found(@Nullable String text, @Nullable String failure) {
        static Found in(Path file) {
            try {
                return new Found(PolicyFile.text(file), null);
            } catch (IOException e) {
                return new Found(null, "cannot be read: " + e);
            } catch (IllegalArgumentException e) {
                return new Found(null, e.getMessage());
            }
        }
    }

    /**
     * Reads a file.
     *
     * @param stopwatch what quotas go by, as {@link System#nanoTime}
     * @throws IllegalArgumentException if it cannot be read, or is no policy; the message names the file and the place
     */
    public static PolicyWatch open(Path file, LongSupplier stopwatch) {
        Found first = Found.in(file);
        try {
            if (first.text() == null) {
                throw new IllegalArgumentException(first.failure());
            }
            return new PolicyWatch(file, stopwatch, first, PolicyFile.parse(first.text(), stopwatch));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /** Returns the policy that is in force: another object as soon as there is another one. */
    public Policy policy() {
        return inForce;
    }

    /** Begins to look at the file every two seconds. To be called once. */
    public void start() {
        Future<?> unused = looks.scheduleWithFixedDelay(this::lookSafely, 0, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /** A look that throws would be the last one, whatever it throws. */
    void lookSafely() {
        try {
            look();
        } catch (RuntimeException | Error e) {
            defects.failed(
                    "policy: %s could not be looked at, the policy from before stays in force".formatted(file), e);
        }
    }

    /** Reads the file. What two looks in a row have found is taken up: a file that is just being written is left alone. */
    public void look() {
        Found now = Found.in(file);
        boolean settled = now.equals(found);
        found = now;
        if (settled && !Objects.equals(now, judged)) {
            takeUp(now);
            judged = now;
        }
    }

    private void takeUp(Found now) {
        if (now.text() == null) {
            keep(now.failure());
            return;
        }
        Policy next;
        try {
            next = PolicyFile.parse(now.text(), stopwatch).continuing(inForce);
        } catch (IllegalArgumentException e) {
            keep(e.getMessage());
            return;
        }
        inForce = next;
        log.info(
                "policy: a new one is in force, from {}, with {} subjects",
                file,
                next.subjects().size());
    }

    private void keep(@Nullable String why) {
        log.error(
                "policy: the file has changed and cannot be used, so the policy from before stays in force: {}: {}",
                file,
                why);
    }

    /** Ends looking. Idempotent. */
    @Override
    public void close() {
        looks.shutdownNow();
    }
}
