package io.snowkeeper.cli.serve;

import io.snowkeeper.cli.options.FleetOptions;
import io.snowkeeper.cli.options.LayoutOptions;
import io.snowkeeper.cli.options.LogOptions;
import io.snowkeeper.cli.options.StateDirectoryConverter;
import io.snowkeeper.cli.options.ZooKeeperOptions;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.EmbeddedSettings;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.line.LineServerSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of a node, all of them: of the command that runs it, and of the one that looks whether it would run. */
public final class NodeOptions {

    /** Fit for the name of a folder. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private static final String DATA_FOLDER = "snowkeeper-data";
    private static final String ZOOKEEPER_FOLDER = "zookeeper";

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT[,...][/chroot]",
            description = {"The fleet's ZooKeeper; the default chroot is /snowkeeper.", "Default: one in this process"})
    private @Nullable String zooKeeper;

    @Mixin
    private ZooKeeperOptions zooKeeperOptions;

    @Option(
            names = "--embedded-zookeeper-port",
            paramLabel = "PORT",
            description = {
                "Port of the ZooKeeper in this process, on 127.0.0.1: 0 to 65535, 0 for any free one.",
                "Default: " + EmbeddedSettings.DEFAULT_PORT
            })
    private @Nullable Integer embeddedPort;

    @Option(
            names = "--embedded-zookeeper",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "false",
            description = {
                "Run ZooKeeper in this process although other machines reach the node, which is the only one of its fleet.",
                "Default: ${DEFAULT-VALUE}"
            })
    private boolean embeds;

    @Mixin
    private ServerOptions serverOptions;

    @Mixin
    private ConnectionOptions connectionOptions;

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
                "Worker ids to hold, each for 4 million ids a second in the default layout: 1 to 64.",
                "Default: ${DEFAULT-VALUE}"
            })
    private int workerIds;

    @Option(
            names = "--state-dir",
            paramLabel = "DIR",
            converter = StateDirectoryConverter.class,
            description = {
                "Directory that keeps the worker id over a restart, 'none' to keep nothing.",
                "Default: " + DATA_FOLDER + "/NAME"
            })
    private StateDirectoryConverter.@Nullable Choice stateDirectory;

    @Mixin
    private FleetOptions fleetOptions;

    @Mixin
    private LayoutOptions layoutOptions;

    @Mixin
    private LogOptions logOptions;

    /** Sets the log's form by the options, if nothing was logged before. */
    public void applyLog() {
        logOptions.apply(nodeName());
    }

    private String nodeName() {
        return name == null ? HostName.get() + "-" + serverOptions.port() : name;
    }

    /** Returns the files with secrets, by the names of their options. */
    public Map<String, Path> secretFiles() {
        Map<String, Path> files = new TreeMap<>(zooKeeperOptions.secretFiles());
        files.putAll(securityOptions.secretFiles());
        files.putAll(tlsOptions.secretFiles());
        return files;
    }

    /**
     * Returns the settings of the node.
     *
     * @throws ParameterException if a value is out of its range, options exclude each other, or a file with a secret cannot be read
     */
    public NodeSettings settings() {
        String nodeName = nodeName();
        if (!NAME.matcher(nodeName).matches()) {
            throw refused("must be 1 to 100 letters, digits, '.', '_' and '-', the first a letter or a digit: name="
                    + nodeName);
        }
        Optional<Path> directory =
                stateDirectory == null ? Optional.of(Path.of(DATA_FOLDER, nodeName)) : stateDirectory.directory();
        Optional<EmbeddedSettings> embedded = embedded(directory);
        String connectString = zooKeeper == null ? "127.0.0.1:" + EmbeddedSettings.DEFAULT_PORT : zooKeeper;
        MemberSettings fleet = fleetOptions.fleet(
                connectString, zooKeeperSecurity(), nodeName, layoutOptions.layout(fleetOptions.order()), directory);
        LineServerSettings line = serverOptions.line();
        line = line.with(
                securityOptions.security(nodeName, MillisClock.wall(), line.bindAddress(), serverOptions.advertised()));
        NodeSettings settings = settings(fleet, embedded, line);
        if (settings.isOnlyNodeOfItsFleet() && !embeds) {
            throw refused(
                    "--bind %s needs --zookeeper: without it the node runs a ZooKeeper of its own, on 127.0.0.1, and a node on another machine would be of another fleet and give the same ids; if this is to be the only node, give --embedded-zookeeper"
                            .formatted(line.bindAddress()));
        }
        return settings;
    }

    private NodeSettings settings(MemberSettings fleet, Optional<EmbeddedSettings> embedded, LineServerSettings line) {
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
                    connectionOptions.connections(),
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
            if (embeddedPort != null || embeds) {
                throw refused("--zookeeper and %s exclude each other: no ZooKeeper is embedded where one is given"
                        .formatted(embeds ? "--embedded-zookeeper" : "--embedded-zookeeper-port"));
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
        return new ParameterException(command.commandLine(), message);
    }
}
