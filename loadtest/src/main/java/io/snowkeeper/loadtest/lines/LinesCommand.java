package io.snowkeeper.loadtest.lines;

import io.snowkeeper.loadtest.client.TlsTrust;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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

/** The command that sends a line over and over, and says how fast the answers came. */
@Command(
        name = "lines",
        description = {
            "Send a line over and over to a server that answers each line by one line.",
            "Prints a figure a line; latencies are in microseconds."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true)
public final class LinesCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server;

    @Option(names = "--connections", defaultValue = "50", description = "1 to 100000. Default: ${DEFAULT-VALUE}")
    private int connections;

    @Option(
            names = "--depth",
            defaultValue = "1",
            description = {
                "Lines that a connection may have without an answer: 1 to 10000.",
                "Default: ${DEFAULT-VALUE}"
            })
    private int depth;

    @Option(
            names = "--rate",
            paramLabel = "LINES",
            defaultValue = "0",
            description = {
                "Lines a second over all connections; each is measured from the time when it should be sent.",
                "Default: as many as are answered"
            })
    private long rate;

    @Option(names = "--threads", defaultValue = "1", description = "1 to 64. Default: ${DEFAULT-VALUE}")
    private int threads;

    @Option(names = "--warmup", paramLabel = "SECONDS", defaultValue = "2", description = "Default: ${DEFAULT-VALUE}")
    private int warmupSeconds;

    @Option(
            names = "--at-once",
            fallbackValue = "true",
            description = {
                "Connect all at the same time, and measure from then on: a connection's first answer from its connecting,",
                "and lines that are not answered at the end, too. The warm-up is one of this program alone."
            })
    private boolean atOnce;

    /** Made by picocli. */
    public LinesCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        LoadResult result = run(load(), server.process());
        spec.commandLine().getOut().print(result.figures());
        spec.commandLine().getOut().flush();
        return 0;
    }

    private Load load() throws IOException {
        Optional<SSLContext> tls = server.trust().map(TlsTrust::newContext);
        try {
            return new Load(
                    server.address(),
                    tls,
                    server.line(),
                    connections,
                    depth,
                    threads,
                    rate,
                    Duration.ofSeconds(warmupSeconds),
                    server.duration(),
                    atOnce);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    static LoadResult run(Load load, ProcessCpu server) throws IOException, InterruptedException {
        if (load.atOnce() && !load.warmup().isZero()) {
            WarmUp.run(load);
        }
        List<LoadLoop> loops = new ArrayList<>();
        try {
            for (int i = 0; i < load.threads(); i++) {
                int first = load.connections() * i / load.threads();
                int end = load.connections() * (i + 1) / load.threads();
                loops.add(new LoadLoop(load, end - first));
            }
            return Measurement.of(loops, load.atOnce() ? Duration.ZERO : load.warmup(), server);
        } finally {
            for (LoadLoop loop : loops) {
                loop.close();
            }
        }
    }
}
