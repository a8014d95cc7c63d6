package io.snowkeeper.node.security;

import io.snowkeeper.coordinator.executor.DaemonExecutor;
import io.snowkeeper.coordinator.log.DefectLog;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch on files: takes up new content, and keeps the present one as long as the new one cannot be used. Open
 * connections use the new content from their next request on. {@link #look} is for one thread; the rest is thread-safe.
 *
 * @param <F> the files' content; equal if they have not changed
 * @param <T> the object made from it
 */
public final class FileWatch<F, T> implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(FileWatch.class);

    private static final int LOOK_SECONDS = 2;

    private final DefectLog defects = new DefectLog(log);
    private final String name;
    private final String place;
    private final Reader<F> reader;
    private final BiFunction<F, Optional<T>, T> maker;
    private final Function<T, String> news;
    private final ScheduledExecutorService looks;
    private volatile T inForce;

    /** The content found by the last look. */
    private Found<F> found;

    /** The content that was taken up last, or could not be. */
    private Found<F> judged;

    /** Reads files. */
    @FunctionalInterface
    public interface Reader<F> {

        /**
         * Returns their content.
         *
         * @throws IllegalArgumentException if they are invalid
         */
        F read() throws IOException;
    }

    /** The findings in the files, or why they cannot be read. */
    private record Found<F>(@Nullable F content, String failure) {
        static <F> Found<F> by(Reader<F> reader) {
            try {
                return new Found<>(reader.read(), "");
            } catch (IOException e) {
                return new Found<>(null, "cannot be read: " + e);
            } catch (IllegalArgumentException e) {
                return new Found<>(null, String.valueOf(e.getMessage()));
            }
        }

        F orThrow() {
            if (content == null) {
                throw new IllegalArgumentException(failure);
            }
            return content;
        }
    }

    /**
     * Reads the files.
     *
     * @param name the content's name, for the log
     * @param place the prefix of failures that do not name the file
     * @param maker makes the object in force from the content and the previous object, if any; throws an
     *     {@link IllegalArgumentException} if it cannot
     * @param news the log line for new content
     * @throws IllegalArgumentException if they cannot be read, or used
     */
    public FileWatch(
            String name,
            String place,
            Reader<F> reader,
            BiFunction<F, Optional<T>, T> maker,
            Function<T, String> news) {
        this.name = name;
        this.place = place;
        this.reader = reader;
        this.maker = maker;
        this.news = news;
        found = Found.by(reader);
        judged = found;
        inForce = make(found, Optional.empty());
        looks = DaemonExecutor.named(name + " file");
    }

    /** Returns the object in force: a new object whenever it changes. */
    public T inForce() {
        return inForce;
    }

    /** Begins to look at the files every two seconds. To be called once. */
    public void start() {
        Future<?> unused = looks.scheduleWithFixedDelay(this::lookSafely, 0, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /** A look that throws anything would be the last one. */
    void lookSafely() {
        try {
            look();
        } catch (RuntimeException | Error e) {
            defects.failed("%s: the file could not be checked, its former content stays in force".formatted(name), e);
        }
    }

    /**
     * Reads the files. Content that two looks in a row have found is taken up: files that are just being written, or a
     * pair of which one is exchanged, are left alone.
     */
    public void look() {
        Found<F> now = Found.by(reader);
        boolean settled = now.equals(found);
        found = now;
        if (settled && !now.equals(judged)) {
            takeUp(now);
            judged = now;
        }
    }

    private void takeUp(Found<F> now) {
        try {
            inForce = make(now, Optional.of(inForce));
        } catch (IllegalArgumentException e) {
            log.error(
                    "{}: the file has changed and cannot be used, so its former content stays in force; mend it before the next start, which would fail: {}",
                    name,
                    e.getMessage());
            return;
        }
        log.info("{}: {}", name, news.apply(inForce));
    }

    private T make(Found<F> now, Optional<T> before) {
        try {
            return maker.apply(now.orThrow(), before);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + e.getMessage(), e);
        }
    }

    /** Ends looking. Idempotent. */
    @Override
    public void close() {
        looks.shutdownNow();
    }
}
