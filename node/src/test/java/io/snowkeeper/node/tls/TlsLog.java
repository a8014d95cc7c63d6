package io.snowkeeper.node.tls;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Keeps what an operator reads while a test runs, of all of the program. */
public final class TlsLog implements AutoCloseable {

    private final Logger program = (Logger) LoggerFactory.getLogger("io.snowkeeper");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    public TlsLog() {
        // Read while other threads log.
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        program.addAppender(appender);
    }

    /** Returns the lines about TLS. */
    public List<String> lines() {
        return List.copyOf(appender.list).stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.startsWith("TLS: "))
                .toList();
    }

    /** Returns what looks like a defect: errors, and whatever comes with a stack trace. */
    List<String> defects() {
        return List.copyOf(appender.list).stream()
                .filter(event -> event.getThrowableProxy() != null || event.getLevel() == Level.ERROR)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        program.detachAppender(appender);
    }
}
