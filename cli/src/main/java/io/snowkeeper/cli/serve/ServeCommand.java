package io.snowkeeper.cli.serve;

import io.snowkeeper.cli.options.FleetOptions;
import io.snowkeeper.cli.options.LayoutOptions;
import io.snowkeeper.cli.options.LogOptions;
import io.snowkeeper.cli.options.StateDirectoryConverter;
import io.snowkeeper.cli.options.ZooKeeperOptions;
import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.store.StoreSecurity;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.EmbeddedSettings;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.line.LineServerSettings;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that runs a node until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Serve ids over TCP, one JSON object a line, and over HTTP.",
            "Without --zookeeper, a ZooKeeper runs in the same process, for a fleet on this machine."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

    /** Fit for the name of a folder. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /**
     * The exit status after a drain by HTTP: no success, so that every supervisor starts the program again. Who wants it to
     * stay down tells the supervisor.
     */
    static final int DRAINED = 4;

    private static final String DATA_FOLDER = "snowkeeper-data";
    private static final String ZOOKEEPER_FOLDER = "zookeeper";

    private final StopSignals signals;
    private final LastResort lastResort = new LastResort(System.err);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT[,...][/chroot]",
            description = {
                "The fleet's ZooKeeper; below /snowkeeper there if no chroot is given.",
                "Default: one in this process"
            })
    private @Nullable String zooKeeper;

    @Mixin
    private ZooKeeperOptions zooKeeperOptions;

    @Option(
            names = "--embedded-zookeeper-port",
            paramLabel = "PORT",
            description = {
                "Port on 127.0.0.1 for the ZooKeeper in this process: 0 to 65535, 0 for any that is free.",
                "Default: " + EmbeddedSettings.DEFAULT_PORT
            })
    private @Nullable Integer embeddedPort;

    @Mixin
    private ServerOptions serverOptions;

    @Mixin
    private RedisOptions redisOptions;

    @Mixin
    private HttpOptions httpOptions;

    @Mixin
    private SecurityOptions securityOptions;

    @Mixin
    private TlsOptions tlsOptions;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = {
                "The node's name: up to 100 letters, digits, '.', '_' and '-'.",
                "Default: the host name and the port"
            })
    private @Nullable String name;

    @Option(
            names = "--worker-ids",
            paramLabel = "COUNT",
            defaultValue = "1",
            description = {
                "How many worker ids the node holds, each for 4 million ids a second in the default layout: 1 to 64.",
                "Default: ${DEFAULT-VALUE}"
            })
    private int workerIds;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            converter = StateDirectoryConverter.class,
            description = {
                "Where the node keeps its worker id over a restart, 'none' to keep nothing.",
                "Default: " + DATA_FOLDER + "/NAME"
            })
    private StateDirectoryConverter.@Nullable Choice stateDirectory;

    @Mixin
    private FleetOptions fleetOptions;

    @Mixin
    private LayoutOptions layoutOptions;

    @Mixin
    private LogOptions logOptions;

    public ServeCommand(StopSignals signals) {
        this.signals = signals;
    }

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        logOptions.apply();
        NodeSettings settings = settings();
        StopDeadline deadline = new StopDeadline(settings.longestStop(), lastResort::halt);
        var unused = signals.requested().thenRun(deadline::begin);
        boolean drained;
        try (Node node = node(settings)) {
            InetSocketAddress address = start(node);
            PrintWriter out = spec.commandLine().getOut();
            out.println("snowkeeper %s listens on %s:%d"
                    .formatted(settings.fleet().node(), address.getHostString(), address.getPort()));
            node.redisAddress()
                    .ifPresent(redis -> out.println("snowkeeper %s speaks Redis' protocol on %s:%d"
                            .formatted(settings.fleet().node(), redis.getHostString(), redis.getPort())));
            node.httpAddress()
                    .ifPresent(http -> out.println("snowkeeper %s answers HTTP on %s:%d"
                            .formatted(settings.fleet().node(), http.getHostString(), http.getPort())));
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
                                "a drain was asked for over HTTP: the process ends with status {}, for a supervisor to start it again",
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

    private NodeSettings settings() {
        String nodeName = name == null ? HostName.get() + "-" + serverOptions.port() : name;
        if (!NAME.matcher(nodeName).matches()) {
            throw refused("must be 1 to 100 letters, digits, '.', '_' and '-', the first a letter or a digit: name="
                    + nodeName);
        }
        Optional<Path> directory =
                stateDirectory == null ? Optional.of(Path.of(DATA_FOLDER, nodeName)) : stateDirectory.directory();
        Optional<EmbeddedSettings> embedded = embedded(directory);
        String connectString = zooKeeper == null ? "127.0.0.1:" + EmbeddedSettings.DEFAULT_PORT : zooKeeper;
        FleetSettings fleet = fleetOptions
                .fleet(connectString, nodeName, layoutOptions.layout(), directory)
                .withSecurity(zooKeeperSecurity());
        LineServerSettings line = serverOptions.line();
        line = line.with(
                securityOptions.security(nodeName, MillisClock.wall(), line.bindAddress(), serverOptions.advertised()));
        try {
            return new NodeSettings(
                    fleet,
                    workerIds,
                    embedded,
                    line,
                    redisOptions.redis(),
                    httpOptions.operation(line, fleet.window()),
                    tlsOptions.settings(),
                    serverOptions.advertised(),
                    serverOptions.drainTimeout());
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private StoreSecurity zooKeeperSecurity() {
        StoreSecurity security = zooKeeperOptions.security();
        if (zooKeeper == null && security.tls().isPresent()) {
            throw refused(
                    "--zookeeper-tls-ca needs --zookeeper: the ZooKeeper in this process has no TLS, and listens on 127.0.0.1 alone");
        }
        return security;
    }

    private Optional<EmbeddedSettings> embedded(Optional<Path> directory) {
        if (zooKeeper != null) {
            if (embeddedPort != null) {
                throw refused("--zookeeper and --embedded-zookeeper-port exclude each other: no ZooKeeper is embedded"
                        + " where one is given");
            }
            return Optional.empty();
        }
        Path state = directory.orElseThrow(
                () -> refused(
                        "--state-dir none needs --zookeeper: the ZooKeeper in this process keeps its data in the state folder"));
        try {
            return Optional.of(new EmbeddedSettings(
                    embeddedPort == null ? EmbeddedSettings.DEFAULT_PORT : embeddedPort,
                    state.resolve(ZOOKEEPER_FOLDER)));
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
