package io.snowkeeper.cli.serve;

import io.snowkeeper.cli.options.DurationConverter;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.node.net.connection.ProxiedPort;
import io.snowkeeper.node.net.connection.TrustedProxies;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of the connections of all ports: how old they become, and which proxies speak for their clients. */
final class ConnectionOptions {

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--max-connection-age",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            defaultValue = "0s",
            description = {
                "How old a connection becomes, give or take a tenth, before the node ends it at a quiet moment, so that clients move to nodes that came later: 1s to 24h, 0s for as old as the client likes.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration maxConnectionAge;

    @Option(
            names = "--proxy-protocol",
            paramLabel = "PORT[,...]",
            description = {
                "At which ports proxies begin connections with a header of the PROXY protocol, version 1 or 2, which says for whom they connect: line, redis, http, or all. Needs --proxy-protocol-from. Default: none"
            })
    private @Nullable String proxiedPorts;

    @Option(
            names = "--proxy-protocol-from",
            paramLabel = "NETWORK[,...]",
            description = {
                "From which addresses that header is taken, and required: 10.0.0.0/8,2001:db8::7. Connections from other addresses are those of their own clients. Default: none"
            })
    private @Nullable String proxies;

    /** @throws ParameterException if a value is out of its range */
    ConnectionSettings connections() {
        if ((proxiedPorts == null) != (proxies == null)) {
            throw refused("--proxy-protocol and --proxy-protocol-from need each other: at which ports, and from whom");
        }
        try {
            return new ConnectionSettings(maxConnectionAge, ports(), trusted());
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private Set<ProxiedPort> ports() {
        try {
            return proxiedPorts == null ? Set.of() : ProxiedPort.parse(proxiedPorts);
        } catch (IllegalArgumentException e) {
            throw refused("--proxy-protocol: " + e.getMessage());
        }
    }

    private TrustedProxies trusted() {
        try {
            return proxies == null ? TrustedProxies.NONE : TrustedProxies.parse(proxies);
        } catch (IllegalArgumentException e) {
            throw refused("--proxy-protocol-from: " + e.getMessage());
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
