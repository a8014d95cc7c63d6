package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.node.NodeFailedException;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that prints a node's status. */
@Command(
        name = "status",
        description = "Print how a node stands: its worker id, how long it can go on, and what keeps it from serving.",
        sortOptions = false,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:The node is ready",
            "1:No node answers",
            "2:The command line is wrong",
            "3:The node answers, but is not ready: reason and problem say why"
        })
public final class StatusCommand implements Callable<Integer> {

    private static final String DEFAULT = "127.0.0.1:7070";
    private static final int NOT_SERVING = 3;
    private static final double MILLIS_PER_SECOND = 1e3;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--server",
            paramLabel = "HOST:PORT",
            description = "The node to ask, where it serves the line protocol. Default: " + DEFAULT)
    private @Nullable String server;

    @Mixin
    private ClientTlsOptions tls;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws NodeFailedException {
        JsonNode status = client().ask(NodeClient.body("status"));
        Fields.of(json.isGiven() ? status : forPeople(status))
                .print(spec.commandLine().getOut(), json.isGiven());
        boolean serves =
                status.path("ready").asBoolean() && !status.path("draining").asBoolean();
        return serves ? 0 : NOT_SERVING;
    }

    private NodeClient client() {
        Optional<SSLContext> context = tls.context();
        try {
            return NodeClient.of(server == null ? DEFAULT : server, context);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** Says how long ids go on in seconds, by the node's own clock. */
    private static JsonNode forPeople(JsonNode status) {
        ObjectNode told = status.deepCopy();
        JsonNode remaining = told.path("lease_remaining_ms");
        if (remaining.isNumber()) {
            told.put(
                    "lease_remaining_ms",
                    "%d (%.1f s without ZooKeeper)"
                            .formatted(remaining.asLong(), remaining.asLong() / MILLIS_PER_SECOND));
        }
        return told;
    }
}
