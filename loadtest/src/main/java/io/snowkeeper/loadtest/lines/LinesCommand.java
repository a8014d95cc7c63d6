package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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

    private Load load() {
        try {
            return new Load(
                    new InetSocketAddress(host, port),
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
        ExecutorService executor = Executors.newFixedThreadPool(load.threads());
        try {
            for (int i = 0; i < load.threads(); i++) {
                int first = load.connections() * i / load.threads();
                int end = load.connections() * (i + 1) / load.threads();
                loops.add(new LoadLoop(load, end - first));
            }
            return measured(load, server, executor, loops);
        } finally {
            executor.shutdownNow();
            for (LoadLoop loop : loops) {
                loop.close();
            }
        }
    }

    private static LoadResult measured(Load load, ProcessCpu server, ExecutorService executor, List<LoadLoop> loops)
            throws IOException, InterruptedException {
        List<Future<LoopResult>> running = new ArrayList<>();
        for (LoadLoop loop : loops) {
            running.add(executor.submit(loop));
        }
        TimeUnit.NANOSECONDS.sleep(load.warmup().toNanos());
        double cpuBefore = ownCpuSeconds();
        double serverCpuBefore = server.seconds();
        List<LoopResult> results = new ArrayList<>();
        try {
            for (Future<LoopResult> loop : running) {
                results.add(loop.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("the load cannot go on: " + e.getMessage(), e);
        }
        return LoadResult.of(results, ownCpuSeconds() - cpuBefore, server.seconds() - serverCpuBefore);
    }

    private static double ownCpuSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime() / (double) TimeUnit.SECONDS.toNanos(1)
                : Double.NaN;
    }
}
