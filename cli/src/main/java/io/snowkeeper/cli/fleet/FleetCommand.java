package io.snowkeeper.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.options.DurationConverter;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.cli.remote.ClientTlsOptions;
import io.snowkeeper.cli.serve.StopSignals;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that shows the fleet, as a node sees it. */
@Command(
        name = "fleet",
        description = "Print the nodes of the fleet and the worker ids that are in use, resting or retired.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:The fleet was printed, as it is now; or --watch was interrupted",
            "1:No node answers, or it has not seen the fleet yet",
            "2:The command line is wrong",
            "3:The fleet was printed, and a node in it refuses ids; or it was printed as of when ZooKeeper was last reached"
        })
public final class FleetCommand implements Callable<Integer> {

    private static final int NOT_WELL = 3;
    private static final String DEFAULT = "http://127.0.0.1:7071";
    private static final String DEFAULT_OVER_TLS = "https://127.0.0.1:7071";

    private static final String INTERVAL = "--interval";
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAX_INTERVAL = Duration.ofHours(1);

    private final StopSignals signals;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--url",
            paramLabel = "URL[,...]",
            description = {
                "The node to ask, where it serves HTTP; of several, the first one that tells the fleet.",
                "Default: " + DEFAULT + ", with TLS https"
            })
    private List<String> urls = List.of();

    @Option(
            names = "--watch",
            description = {
                "Look again and again, until it is interrupted: paint over the last look in a terminal, else append each.",
                "With --json, print a line for each look."
            })
    private boolean watch;

    @Option(
            names = INTERVAL,
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "2s",
            description = "With --watch, the time between two looks: 100ms to 1h. Default: ${DEFAULT-VALUE}")
    private Duration interval;

    @Mixin
    private ClientTlsOptions tls;

    @Mixin
    private JsonOption json;

    /** @param signals what ends a watch */
    public FleetCommand(StopSignals signals) {
        this.signals = signals;
    }

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        requireInterval();
        FleetNodes nodes = nodes();
        if (watch) {
            watch(nodes);
            return 0;
        }
        Sighting seen = nodes.look();
        print(seen.fleet());
        return seen.isOfNow() && !seen.isRefusing() ? 0 : NOT_WELL;
    }

    private void requireInterval() {
        if (!watch && spec.commandLine().getParseResult().hasMatchedOption(INTERVAL)) {
            throw refused("--interval does nothing without --watch");
        }
        if (interval.compareTo(MIN_INTERVAL) < 0 || interval.compareTo(MAX_INTERVAL) > 0) {
            throw refused("must be >= %s && <= %s: interval=%s".formatted(MIN_INTERVAL, MAX_INTERVAL, interval));
        }
    }

    private FleetNodes nodes() {
        Optional<SSLContext> context = tls.context();
        try {
            String usual = context.isPresent() ? DEFAULT_OVER_TLS : DEFAULT;
            return FleetNodes.of(urls.isEmpty() ? usual : String.join(",", urls), context);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private void watch(FleetNodes nodes) {
        Thread watching = Thread.currentThread();
        var unused = signals.requested().thenRun(watching::interrupt);
        new FleetWatch(nodes, Clock.tickMillis(ZoneOffset.UTC), pause -> Thread.sleep(pause.toMillis()))
                .run(interval, view());
    }

    private WatchView view() {
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            return new JsonView(out);
        }
        boolean isTerminal = spec.commandLine().getColorScheme().ansi().enabled();
        return isTerminal ? new TerminalView(out, TerminalSize::ofStandardInput) : new BlockView(out);
    }

    private void print(JsonNode fleet) {
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            out.println(PrintableText.of(fleet.toString()));
        } else {
            new FleetTables(fleet, Duration.ZERO).print(out);
        }
        out.flush();
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
