package io.snowkeeper.loadtest.lines;

import io.snowkeeper.loadtest.client.Connector;
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
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Connects anew for each line, and says how fast that goes. */
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

    @Option(names = "--resume", description = "Go on with the session of the connection before.")
    private boolean resumes;

    @Option(
            names = "--line",
            paramLabel = "TEXT",
            defaultValue = "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}",
            description = {"What to send, without a line's end.", "Default: ${DEFAULT-VALUE}"})
    private String line;

    @Option(
            names = "--clients",
            defaultValue = "8",
            description = "How many connect at the same time, 1 to 1000. Default: ${DEFAULT-VALUE}")
    private int clients;

    @Option(names = "--warmup", paramLabel = "SECONDS", defaultValue = "5", description = "Default: ${DEFAULT-VALUE}")
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
    public ConnectsCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (clients < 1 || clients > MAX_CLIENTS) {
            throw new ParameterException(
                    spec.commandLine(), "must be >= 1 && <= %d: clients=%d".formatted(MAX_CLIENTS, clients));
        }
        if (resumes && tlsCa == null) {
            throw new ParameterException(spec.commandLine(), "only TLS has sessions: --resume needs --tls-ca");
        }
        InetSocketAddress server = new InetSocketAddress(host, port);
        Duration warmup = Duration.ofSeconds(warmupSeconds);
        List<ConnectLoop> loops = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            loops.add(new ConnectLoop(server, connector(), line, warmup, Duration.ofSeconds(durationSeconds)));
        }
        LoadResult result = Measurement.of(loops, warmup, ProcessCpu.of(serverPid));
        spec.commandLine().getOut().print(result.figures());
        spec.commandLine().getOut().flush();
        return 0;
    }

    /** Each thread has sessions of its own. */
    private Connector connector() throws IOException {
        Optional<Supplier<SSLContext>> tls = Optional.empty();
        if (tlsCa != null) {
            TlsTrust trust = TlsTrust.read(tlsCa);
            SSLContext context = trust.newContext();
            tls = Optional.of(resumes ? () -> context : trust::newContext);
        }
        return new Connector(tls, Duration.ZERO, Duration.ZERO, () -> false);
    }
}
