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
                "End connections of this age, give or take a tenth, when quiet, so that clients move to new nodes: 1s to 24h, 0s for never.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Duration maxConnectionAge;

    @Option(
            names = "--proxy-protocol",
            paramLabel = "PORT[,...]",
            description = {
                "Ports at which proxies send a PROXY protocol header, version 1 or 2, with the client's address: line, redis, http, or all. Needs --proxy-protocol-from. Default: none"
            })
    private @Nullable String proxiedPorts;

    @Option(
            names = "--proxy-protocol-from",
            paramLabel = "NETWORK[,...]",
            description = {
                "Networks from which that header is accepted, and required: 10.0.0.0/8,2001:db8::7. Connections from other addresses have no header. Default: none"
            })
    private @Nullable String proxies;

    /** @throws ParameterException if a value is out of its range */
    ConnectionSettings connections() {
        if ((proxiedPorts == null) != (proxies == null)) {
            throw refused(
                    "--proxy-protocol and --proxy-protocol-from need each other: the ports, and the proxies' addresses");
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
