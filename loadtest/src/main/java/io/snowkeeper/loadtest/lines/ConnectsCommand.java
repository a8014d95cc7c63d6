package io.snowkeeper.loadtest.lines;

import io.snowkeeper.loadtest.client.Connector;
import io.snowkeeper.loadtest.client.TlsTrust;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that connects for each line, and says how fast that goes. */
@Command(
        name = "connects",
        description = {
            "Connect, have one line answered and leave, over and over: an answer is a connection.",
            "Prints a figure a line; latencies are in microseconds, and begin before the connection."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true)
public final class ConnectsCommand implements Callable<Integer> {

    private static final int MAX_CLIENTS = 1000;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server;

    @Option(
            names = "--resume",
            fallbackValue = "true",
            description = "Go on with the session of the connection before.")
    private boolean resumes;

    @Option(
            names = "--clients",
            defaultValue = "8",
            description = "How many connect at the same time, 1 to 1000. Default: ${DEFAULT-VALUE}")
    private int clients;

    @Option(names = "--warmup", paramLabel = "SECONDS", defaultValue = "5", description = "Default: ${DEFAULT-VALUE}")
    private int warmupSeconds;

    /** Made by picocli. */
    public ConnectsCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (clients < 1 || clients > MAX_CLIENTS) {
            throw new ParameterException(
                    spec.commandLine(), "must be >= 1 && <= %s: clients=%s".formatted(MAX_CLIENTS, clients));
        }
        Optional<TlsTrust> trust = server.trust();
        if (resumes && trust.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "only TLS has sessions: --resume needs --tls-ca");
        }
        Duration warmup = Duration.ofSeconds(warmupSeconds);
        List<ConnectLoop> loops = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Connector connector = new Connector(trust.map(this::contexts), Duration.ZERO, Duration.ZERO, () -> false);
            loops.add(new ConnectLoop(server.address(), connector, server.line(), warmup, server.duration()));
        }
        LoadResult result = Measurement.of(loops, warmup, server.process());
        spec.commandLine().getOut().print(result.figures());
        spec.commandLine().getOut().flush();
        return 0;
    }

    private Supplier<SSLContext> contexts(TlsTrust trust) {
        SSLContext context = trust.newContext();
        return resumes ? () -> context : trust::newContext;
    }
}
