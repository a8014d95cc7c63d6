package io.snowkeeper.coordinator.zookeeper;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Keeps all that is logged while a test runs, by us and by all libraries, at every level. */
final class LibraryLog implements AutoCloseable {

    private static final List<String> NAMES = List.of(Logger.ROOT_LOGGER_NAME, "io.snowkeeper");

    private final List<Logger> loggers =
            NAMES.stream().map(name -> (Logger) LoggerFactory.getLogger(name)).toList();
    private final List<Level> levels = loggers.stream().map(Logger::getLevel).toList();
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    static LibraryLog start() {
        LibraryLog log = new LibraryLog();
        log.appender.start();
        log.loggers.get(0).addAppender(log.appender);
        log.loggers.forEach(logger -> logger.setLevel(Level.TRACE));
        return log;
    }

    List<String> lines() {
        return List.copyOf(appender.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    List<String> warnings() {
        return List.copyOf(appender.list).stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .filter(event -> event.getLoggerName().startsWith("io.snowkeeper"))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        for (int i = 0; i < loggers.size(); i++) {
            loggers.get(i).setLevel(levels.get(i));
        }
        loggers.get(0).detachAppender(appender);
    }
}
