package io.snowkeeper.node.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.node.NodeFailedException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tells how a node stands. */
@Command(
        name = "status",
        description = "Print how a node stands: its worker id, how long it can go on, and what keeps it from serving.",
        sortOptions = false,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:The node gives out ids",
            "1:No node answers",
            "2:The command line is wrong",
            "3:The node answers, but gives out no ids: it has no worker id, or is being stopped"
        })
final class StatusCommand implements Callable<Integer> {

    private static final int NOT_SERVING = 3;

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeAddress node;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws NodeFailedException {
        JsonNode status = node.client().ask(NodeClient.body("status"));
        Fields.of(status).print(spec.commandLine().getOut(), json.isGiven());
        boolean serves =
                status.hasNonNull("worker_id") && !status.path("draining").asBoolean();
        return serves ? 0 : NOT_SERVING;
    }
}
