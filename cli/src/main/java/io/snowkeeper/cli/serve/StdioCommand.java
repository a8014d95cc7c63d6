package io.snowkeeper.cli.serve;

import io.snowkeeper.cli.options.DurationConverter;
import io.snowkeeper.cli.options.FleetOptions;
import io.snowkeeper.cli.options.LayoutOptions;
import io.snowkeeper.cli.options.LogOptions;
import io.snowkeeper.cli.options.StateDirectoryConverter;
import io.snowkeeper.cli.options.ZooKeeperOptions;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.InitWait;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.node.StdioNode;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.line.StdioServer;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.Request;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that runs a node for one client, on standard input and output. */
@Command(
        name = "stdio",
        description = {
            "Serve ids over standard input and output, as a Maelstrom node does; the first request is init.",
            "Without --zookeeper, the worker id is the number at the end of the node id: 3 for n3."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true)
public final class StdioCommand implements Callable<Integer> {

    private static final String INIT_WAIT = "--init-wait";

    private static final Set<String> NEEDING_ZOOKEEPER = Stream.of(
                    FleetOptions.NEEDING_ZOOKEEPER, ZooKeeperOptions.NEEDING_ZOOKEEPER, Set.of(INIT_WAIT))
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private final StopSignals signals;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT[,...][/chroot]",
            description = {
                "The fleet's ZooKeeper, to claim a worker id; the default chroot is /snowkeeper.",
                "Default: none"
            })
    private @Nullable String zooKeeper;

    @Mixin
    private ZooKeeperOptions zooKeeperOptions;

    @Option(
            names = "--max-batch",
            paramLabel = "COUNT",
            defaultValue = "" + LineServerSettings.DEFAULT_MAX_BATCH,
            description = {"Most ids per request: 1 to 1000000.", "Default: ${DEFAULT-VALUE}"})
    private int maxBatch;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            converter = StateDirectoryConverter.class,
            defaultValue = StateDirectoryConverter.NONE,
            description = {
                "With --zookeeper, directory that keeps the worker id over a restart, 'none' to keep nothing.",
                "Default: ${DEFAULT-VALUE}"
            })
    private StateDirectoryConverter.Choice stateDirectory;

    @Option(
            names = INIT_WAIT,
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "3s",
            description = {
                "With --zookeeper, how long after the start init waits for a worker id: 0s to 1m; twice as long if ZooKeeper can be reached. Then requests for ids are refused.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration initWait;

    @Mixin
    private FleetOptions fleetOptions;

    @Mixin
    private LayoutOptions layoutOptions;

    @Mixin
    private LogOptions logOptions;

    public StdioCommand(StopSignals signals) {
        this.signals = signals;
    }

    @Override
    public Integer call() throws NodeFailedException {
        logOptions.apply();
        Layout layout = layoutOptions.layout(fleetOptions.order());
        MillisClock clock = MillisClock.wall();
        if (zooKeeper == null) {
            requireNoFleetOptions();
            serve(init -> alone(init, layout, clock), new CompletableFuture<>());
            return 0;
        }
        String connectString = zooKeeper;
        Optional<Path> directory = stateDirectory.directory();
        MemberSettings fleet = fleetOptions.fleet(connectString, zooKeeperOptions.security(), "any", layout, directory);
        InitWait wait = initWait();
        try (StdioNode node =
                new StdioNode(name -> fleet.toBuilder().node(name).build(), clock, new ZooKeeperCoordinator(), wait)) {
            serve(init -> node.join(init.nodeId()), node.failure());
        }
        return 0;
    }

    private InitWait initWait() {
        try {
            return new InitWait(
                    initWait,
                    () -> Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime()));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Responder alone(Request.Init init, Layout layout, MillisClock clock) {
        String name = init.nodeId();
        FixedWorkerIds ids = FixedWorkerIds.ofNode(init, layout, clock, fleetOptions.maxRollbackWait());
        return new NodeService(name, ids, clock, () -> NodeStatus.alone(name));
    }

    private void serve(
            Function<Request.Init, ? extends Responder> nodes, CompletableFuture<NodeFailedException> failure)
            throws NodeFailedException {
        StdioServer server = server(nodes);
        CompletableFuture<Optional<IOException>> end = new CompletableFuture<>();
        Thread exchange = new Thread(() -> end.complete(exchange(server)), "stdio");
        exchange.setDaemon(true);
        exchange.start();
        CompletableFuture.anyOf(signals.requested(), failure, end).join();
        if (failure.isDone()) {
            throw failure.join();
        }
        Optional<IOException> broken = end.getNow(Optional.empty());
        if (broken.isPresent()) {
            throw new NodeFailedException(
                    "standard input or output failed: " + broken.get().getMessage(), broken.get());
        }
    }

    private StdioServer server(Function<Request.Init, ? extends Responder> nodes) {
        try {
            return new StdioServer(maxBatch, nodes);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** Returns why the streams failed, empty if the input came to its end. */
    private static Optional<IOException> exchange(StdioServer server) {
        // Not System.out, which hides a closed reader.
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            server.run(System.in, out);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    private void requireNoFleetOptions() {
        for (OptionSpec option : spec.options()) {
            boolean given = spec.commandLine().getParseResult().hasMatchedOption(option);
            if (given && NEEDING_ZOOKEEPER.contains(option.longestName())) {
                throw new ParameterException(
                        spec.commandLine(), option.longestName() + " does nothing without --zookeeper");
            }
        }
    }
}
