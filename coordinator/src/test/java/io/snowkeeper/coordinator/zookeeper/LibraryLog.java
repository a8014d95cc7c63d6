package io.snowkeeper.coordinator.zookeeper;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** Keeps all that is logged while a test runs, by us and by all libraries, at every level. */
final class LibraryLog implements AutoCloseable {

    private static final List<String> NAMES = List.of(Logger.ROOT_LOGGER_NAME, "io.snowkeeper");

    private final List<Logger> loggers =
            NAMES.stream().map(name -> (Logger) LoggerFactory.getLogger(name)).toList();
    private final List<Level> levels = loggers.stream().map(Logger::getLevel).toList();
    private final Kept appender = new Kept();

    /** Other threads log on while a test looks. */
    private static final class Kept extends AppenderBase<ILoggingEvent> {

        private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }
    }

    static LibraryLog start() {
        LibraryLog log = new LibraryLog();
        log.appender.start();
        log.loggers.get(0).addAppender(log.appender);
        log.loggers.forEach(logger -> logger.setLevel(Level.TRACE));
        return log;
    }

    List<String> lines() {
        return appender.events.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    List<String> warnings() {
        return appender.events.stream()
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
