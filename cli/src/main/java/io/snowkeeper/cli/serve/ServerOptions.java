package io.snowkeeper.cli.serve;

import io.snowkeeper.cli.options.DurationConverter;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.net.BusyPoll;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of a node's port, and of its limits. */
final class ServerOptions {

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "" + LineServerSettings.DEFAULT_PORT,
            description = {"TCP port to listen on: 0 to 65535, 0 for any free one.", "Default: ${DEFAULT-VALUE}"})
    private int port;

    @Option(
            names = "--bind",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = {"Address to listen on; 0.0.0.0 or :: for all.", "Default: ${DEFAULT-VALUE}"})
    private String bind;

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            description = {
                "Where clients and nodes reach this node, published in ZooKeeper; the port follows the last colon.",
                "Default: its --bind address; if that is all, the one by which it reaches ZooKeeper"
            })
    private @Nullable String advertised;

    @Option(
            names = "--max-batch",
            paramLabel = "COUNT",
            defaultValue = "" + LineServerSettings.DEFAULT_MAX_BATCH,
            description = {"Most ids per request: 1 to 1000000.", "Default: ${DEFAULT-VALUE}"})
    private int maxBatch;

    @Option(
            names = "--max-connections",
            paramLabel = "COUNT",
            defaultValue = "" + LineServerSettings.DEFAULT_MAX_CONNECTIONS,
            description = {"Most clients connected at once: 1 to 1000000.", "Default: ${DEFAULT-VALUE}"})
    private int maxConnections;

    @Option(
            names = "--idle-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5m",
            description = {
                "Close connections silent for this long: up to 24h, 0s for never.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration idleTimeout;

    @Option(
            names = "--busy-poll-micros",
            paramLabel = "MICROS",
            description = {
                "How long a thread polls for frequent requests before it sleeps: 0 to 10000, 0 for never. One processor does not poll.",
                "Default: 100; 0 with one processor"
            })
    private @Nullable Integer busyPollMicros;

    @Option(
            names = "--drain-timeout",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = {
                "At the stop, how long clients may take for their last answers: 0s to 5m.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration drainTimeout;

    int port() {
        return port;
    }

    /** @throws ParameterException if it is not {@code host:port} */
    Optional<HostPort> advertised() {
        try {
            return Optional.ofNullable(advertised).map(text -> HostPort.parse("advertise", text));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    Duration drainTimeout() {
        return drainTimeout;
    }

    /** @throws ParameterException if a value is out of its range */
    LineServerSettings line() {
        try {
            LineServerSettings line = new LineServerSettings(
                    bind.replaceFirst("^\\[(.*)]$", "$1"), port, maxBatch, maxConnections, idleTimeout);
            return busyPollMicros == null
                    ? line
                    : line.with(BusyPoll.ofMicros(
                            busyPollMicros, Runtime.getRuntime().availableProcessors()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }
}
