package io.snowkeeper.cli.serve;

import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.node.NodeSettings;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that runs a node until it is stopped. */
@Command(
        name = "serve",
        description = {
            "Serve ids over TCP, one JSON object a line, and over HTTP.",
            "Without --zookeeper, a ZooKeeper runs in the same process, for a fleet on this machine."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

    /**
     * The exit status after a drain by HTTP: no success, so that every supervisor starts the program again. To keep it
     * down, tell the supervisor.
     */
    static final int DRAINED = 4;

    private final StopSignals signals;
    private final LastResort lastResort = new LastResort(System.err);

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions options;

    public ServeCommand(StopSignals signals) {
        this.signals = signals;
    }

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        options.applyLog();
        NodeSettings settings = options.settings();
        StopDeadline deadline = new StopDeadline(settings.longestStop(), lastResort::halt);
        var unused = signals.requested().thenRun(deadline::begin);
        boolean drained;
        try (Node node = node(settings)) {
            InetSocketAddress address = start(node);
            PrintWriter out = spec.commandLine().getOut();
            out.println("snowkeeper %s listens on %s".formatted(settings.fleet().node(), HostPort.of(address)));
            node.redisAddress()
                    .ifPresent(redis -> out.println("snowkeeper %s speaks Redis' protocol on %s"
                            .formatted(settings.fleet().node(), HostPort.of(redis))));
            node.httpAddress()
                    .ifPresent(http -> out.println("snowkeeper %s answers HTTP on %s"
                            .formatted(settings.fleet().node(), HostPort.of(http))));
            out.flush();
            CompletableFuture.anyOf(signals.requested(), node.drainRequested(), node.failure())
                    .join();
            deadline.begin();
            if (node.failure().isDone()) {
                throw node.failure().join();
            }
            drained = !signals.requested().isDone();
            if (drained) {
                // Not a field: the log's form is an option, which is read first.
                LoggerFactory.getLogger(ServeCommand.class)
                        .info(
                                "a drain was requested over HTTP: the process ends with status {}, for a supervisor to start it again",
                                DRAINED);
            }
        }
        return drained && !signals.requested().isDone() ? DRAINED : 0;
    }

    private Node node(NodeSettings settings) {
        try {
            return new Node(settings, MillisClock.wall(), new ZooKeeperCoordinator());
        } catch (IllegalArgumentException e) {
            throw refused("--tls-certificate, --tls-key or --tls-client-ca: " + e.getMessage());
        }
    }

    private InetSocketAddress start(Node node) throws NodeFailedException, InterruptedException {
        try {
            return node.start();
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
