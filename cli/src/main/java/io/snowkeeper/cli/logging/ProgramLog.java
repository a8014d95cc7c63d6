package io.snowkeeper.cli.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.DefaultJoranConfigurator;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Map;

/**
 * The configuration of the log, unless Logback finds a file, as {@code -Dlogback.configurationFile} names one. It is none itself: to
 * read XML takes a seventh of a node's start.
 */
public final class ProgramLog extends ContextAwareBase implements Configurator {

    /** The levels of libraries that differ from the usual one. */
    private static final Map<String, Level> LIBRARIES = Map.of(
            // They repeat every second a message of the node's: that ZooKeeper cannot be reached.
            "org.apache.zookeeper.ClientCnxn", Level.OFF,
            "org.apache.zookeeper.ClientCnxnSocketNetty", Level.OFF,
            "org.apache.curator.ConnectionState", Level.OFF,
            "org.apache.curator.framework.imps", Level.OFF,
            "org.apache.curator.framework.state", Level.ERROR,
            // Calls it an error to be closed, or to lose its session, while it puts itself in line; it ends, or puts
            // itself in line again.
            "org.apache.curator.framework.recipes.leader.LeaderLatch", Level.OFF,
            // Logs at each connection that we have no certificate to show.
            "org.apache.zookeeper.common.ClientX509Util", Level.ERROR,
            // Logs that the number of clients is not limited.
            "org.apache.zookeeper.server.ServerCnxnFactory", Level.ERROR,
            // Logs each connection that a client cuts within the handshake, which the node logs once a minute.
            "io.netty.handler.ssl.SslHandler", Level.OFF);

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        DefaultJoranConfigurator file = new DefaultJoranConfigurator();
        file.setContext(context);
        if (file.configure(context) == ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY) {
            return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
        }
        LogForm form = LogForm.chosen();
        ConsoleAppender<ILoggingEvent> ours = appender(context, "STDERR", form.encoder(context, true));
        // Libraries report lost connections with stack traces; the message is enough, and a line a minute.
        ConsoleAppender<ILoggingEvent> libraries = appender(context, "LIBRARIES", form.encoder(context, false));
        LineAMinute bound = new LineAMinute();
        bound.start();
        libraries.addFilter(bound);
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(libraries);
        logTo(ours, context.getLogger("io.snowkeeper"));
        // Changes and their subjects, each a JSON object in a message.
        logTo(ours, context.getLogger("snowkeeper.audit"));
        LIBRARIES.forEach((name, level) -> context.getLogger(name).setLevel(level));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static void logTo(ConsoleAppender<ILoggingEvent> appender, Logger logger) {
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(appender);
    }

    /** Standard output belongs to the answers of stdio and to the line that serve prints. */
    private static ConsoleAppender<ILoggingEvent> appender(
            LoggerContext context, String name, Encoder<ILoggingEvent> encoder) {
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName(name);
        appender.setTarget(ConsoleTarget.SystemErr.getName());
        appender.setEncoder(encoder);
        appender.start();
        return appender;
    }
}
