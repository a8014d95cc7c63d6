package io.snowkeeper.node.line;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Keeps what is logged while a test runs: all that we log, and what libraries log of interest to an operator. */
public final class LogCapture implements AutoCloseable {

    private final Logger libraries = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("io.snowkeeper");
    private final Level ourLevel = ours.getLevel();
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    public static LogCapture start() {
        LogCapture capture = new LogCapture();
        // Read while other threads log.
        capture.appender.list = new CopyOnWriteArrayList<>();
        capture.appender.start();
        capture.ours.setLevel(Level.DEBUG);
        capture.libraries.addAppender(capture.appender);
        if (!capture.ours.isAdditive()) {
            capture.ours.addAppender(capture.appender);
        }
        return capture;
    }

    public List<String> linesFrom(Level level) {
        return events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    public long stackTraces() {
        return events().stream()
                .filter(event -> event.getThrowableProxy() != null)
                .count();
    }

    private List<ILoggingEvent> events() {
        return List.copyOf(appender.list);
    }

    @Override
    public void close() {
        libraries.detachAppender(appender);
        ours.detachAppender(appender);
        ours.setLevel(ourLevel);
    }
}
