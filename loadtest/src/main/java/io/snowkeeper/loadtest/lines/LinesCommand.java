package io.snowkeeper.loadtest.lines;

import io.snowkeeper.loadtest.client.TlsTrust;
import io.snowkeeper.loadtest.process.ProcessCpu;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sends a line over and over, and says how fast the answers came. */
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

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "Default: ${DEFAULT-VALUE}")
    private String host;

    @Option(names = "--port", defaultValue = "7070", description = "Default: ${DEFAULT-VALUE}")
    private int port;

    @Option(
            names = "--tls-ca",
            paramLabel = "FILE",
            description = {
                "Speak TLS with a server whose certificate one of these authorities (PEM) has signed.",
                "Its name is not looked at. Default: plain connections"
            })
    private @Nullable Path tlsCa;

    @Option(
            names = "--line",
            paramLabel = "TEXT",
            defaultValue = "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}",
            description = {"What to send, without a line's end.", "Default: ${DEFAULT-VALUE}"})
    private String line;

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
            names = "--duration",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "How long to measure. Default: ${DEFAULT-VALUE}")
    private int durationSeconds;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description = "The server's process on this machine, to be told how much CPU time it took.")
    private @Nullable Long serverPid;

    /** Made by picocli. */
    public LinesCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        LoadResult result = run(load(), ProcessCpu.of(serverPid));
        spec.commandLine().getOut().print(result.figures());
        spec.commandLine().getOut().flush();
        return 0;
    }

    private Load load() throws IOException {
        Optional<SSLContext> tls = tlsCa == null
                ? Optional.empty()
                : Optional.of(TlsTrust.read(tlsCa).newContext());
        try {
            return new Load(
                    new InetSocketAddress(host, port),
                    tls,
                    line,
                    connections,
                    depth,
                    threads,
                    rate,
                    Duration.ofSeconds(warmupSeconds),
                    Duration.ofSeconds(durationSeconds));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    static LoadResult run(Load load, ProcessCpu server) throws IOException, InterruptedException {
        List<LoadLoop> loops = new ArrayList<>();
        try {
            for (int i = 0; i < load.threads(); i++) {
                int first = load.connections() * i / load.threads();
                int end = load.connections() * (i + 1) / load.threads();
                loops.add(new LoadLoop(load, end - first));
            }
            return Measurement.of(loops, load.warmup(), server);
        } finally {
            for (LoadLoop loop : loops) {
                loop.close();
            }
        }
    }
}
