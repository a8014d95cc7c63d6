package io.snowkeeper.cli.remote;

import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which node is asked over the line protocol. */
final class NodeAddress {

    private static final String DEFAULT = "127.0.0.1:7070";

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--server",
            paramLabel = "HOST:PORT",
            description = "The node to ask, where it serves the line protocol. Default: " + DEFAULT)
    private @Nullable String server;

    @Mixin
    private ClientTlsOptions tls;

    /** @throws ParameterException if it is malformed, or a file for TLS cannot be used */
    NodeClient client() {
        Optional<SSLContext> context = tls.context();
        try {
            return NodeClient.of(server == null ? DEFAULT : server, context);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
