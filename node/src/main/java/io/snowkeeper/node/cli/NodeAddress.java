package io.snowkeeper.node.cli;

import org.jspecify.annotations.Nullable;
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

    /** @throws ParameterException if it is malformed */
    NodeClient client() {
        try {
            return NodeClient.of(server == null ? DEFAULT : server);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()));
        }
    }
}
