package io.snowkeeper.testkit.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Captures the log while a test runs. */
public final class LogCapture implements AutoCloseable {

    private static final String OURS = "io.snowkeeper";

    private final Logger heard;
    private final List<Changed> changed;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    /** A logger whose level was another one before. */
    private record Changed(Logger logger, @Nullable Level before) {

        static Changed to(Level level, String name) {
            Logger logger = LogCapture.logger(name);
            Level before = logger.getLevel();
            logger.setLevel(level);
            return new Changed(logger, before);
        }
    }

    private LogCapture(String heard, List<Changed> changed) {
        this.heard = logger(heard);
        this.changed = changed;
        // Read while other threads log.
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        this.heard.addAppender(appender);
    }

    /** Captures the events of a logger, and those below it. */
    public static LogCapture of(String logger) {
        return new LogCapture(logger, List.of());
    }

    /** Captures all events of our parts for operators. */
    public static LogCapture ofOurs() {
        return of(OURS);
    }

    /** Captures all events of our parts, and those of libraries for operators. */
    public static LogCapture start() {
        return new LogCapture(Logger.ROOT_LOGGER_NAME, List.of(Changed.to(Level.DEBUG, OURS)));
    }

    /** Keeps all that is logged by our parts and by all libraries, at every level. */
    public static LogCapture ofEverything() {
        return new LogCapture(
                Logger.ROOT_LOGGER_NAME,
                List.of(Changed.to(Level.TRACE, Logger.ROOT_LOGGER_NAME), Changed.to(Level.TRACE, OURS)));
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }

    /** Returns all lines that begin with one of these. */
    public List<String> lines(String... beginnings) {
        return linesFrom(Level.TRACE).stream()
                .filter(line -> Stream.of(beginnings).anyMatch(line::startsWith))
                .toList();
    }

    public List<String> linesFrom(Level level) {
        return events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** Returns the lines of possible defects: errors, and events with a stack trace. */
    public List<String> defects() {
        return events().stream()
                .filter(event -> event.getThrowableProxy() != null || event.getLevel() == Level.ERROR)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    public long stackTraces() {
        return events().stream()
                .filter(event -> event.getThrowableProxy() != null)
                .count();
    }

    public List<ILoggingEvent> events() {
        return List.copyOf(appender.list);
    }

    /** Forgets the events so far. */
    public void clear() {
        appender.list.clear();
    }

    @Override
    public void close() {
        heard.detachAppender(appender);
        changed.forEach(change -> change.logger().setLevel(change.before()));
    }
}
