package io.snowkeeper.node.line;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Keeps what is logged while a test runs. */
final class LogCapture implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    static LogCapture start() {
        LogCapture capture = new LogCapture();
        capture.appender.start();
        capture.root.addAppender(capture.appender);
        return capture;
    }

    List<String> linesFrom(Level level) {
        return events().stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    long stackTraces() {
        return events().stream()
                .filter(event -> event.getThrowableProxy() != null)
                // Netty tells at debug level, once a process, which of the JDK's ways are closed to it.
                .filter(event -> !event.getLoggerName().startsWith("io.netty.util.internal"))
                .count();
    }

    private List<ILoggingEvent> events() {
        return List.copyOf(appender.list);
    }

    @Override
    public void close() {
        root.detachAppender(appender);
    }
}
