package io.snowkeeper.cli.serve;

import io.snowkeeper.cli.options.DurationConverter;
import io.snowkeeper.node.OperationSettings;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.line.LineServerSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of the HTTP port, and of how supervisors and load balancers see the node there. */
final class HttpOptions {

    /** The default margin is this part of the window: 10 s of 60 s. */
    private static final int MARGINS_PER_WINDOW = 6;

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            converter = HttpPortConverter.class,
            description = {
                "TCP port for HTTP (API, health, metrics): 0 to 65535, 0 for any free one, 'none' for no HTTP.",
                "Default: --port plus 1, " + HttpServerSettings.DEFAULT_PORT + "; 0 if that is 0"
            })
    private HttpPortConverter.@Nullable Choice port;

    @Option(
            names = "--ready-margin",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = {
                "Reserved time left for /readyz to report ready: 0s to half the window.",
                "Default: window / 6"
            })
    private @Nullable Duration readyMargin;

    @Option(
            names = "--drain-delay",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "5s",
            description = {
                "At a stop, how long the node still serves while it is not ready, for load balancers to notice: 0s to 5m.",
                "Skipped if /readyz was never requested. Default: ${DEFAULT-VALUE}"
            })
    private Duration drainDelay;

    @Option(
            names = "--fleet-name",
            paramLabel = "NAME",
            description = {
                "Your name for the fleet, such as orders-prod, for the page, 'snowkeeper fleet', the log and a metric.",
                "The same on all nodes. Default: none"
            })
    private @Nullable String fleetName;

    /** @throws ParameterException if a value is out of its range */
    OperationSettings operation(LineServerSettings line, Duration window) {
        Duration margin = readyMargin == null ? window.dividedBy(MARGINS_PER_WINDOW) : readyMargin;
        try {
            return new OperationSettings(
                    http(line),
                    margin,
                    drainDelay,
                    Optional.ofNullable(fleetName),
                    StartOptions.of(command.commandLine().getCommandSpec()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private Optional<HttpServerSettings> http(LineServerSettings line) {
        OptionalInt chosen = port == null ? OptionalInt.of(portBeside(line.port())) : port.port();
        if (chosen.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new HttpServerSettings(
                line.bindAddress(),
                chosen.getAsInt(),
                Math.min(line.maxBatch(), HttpServerSettings.HIGHEST_MAX_COUNT),
                line.maxConnections(),
                HttpServerSettings.DEFAULT_IDLE_TIMEOUT,
                HttpServerSettings.DEFAULT_REQUEST_TIMEOUT,
                line.security()));
    }

    private static int portBeside(int linePort) {
        return linePort == 0 ? 0 : linePort + 1;
    }
}
