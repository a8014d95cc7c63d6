package io.snowkeeper.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.cli.options.JsonOption;
import io.snowkeeper.cli.options.ZooKeeperOptions;
import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.OrphanedWorkerId;
import io.snowkeeper.coordinator.RetirementRefusedException;
import io.snowkeeper.coordinator.lease.WorkerIdRetirement;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that takes a worker id out of use. */
@Command(
        name = "retire",
        description = {
            "Retire, for good, a worker id that a node with a clock far ahead has reserved for years.",
            "Without --confirm, only print what would be done. A retirement cannot be undone."
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:The worker id is retired",
            "1:ZooKeeper cannot be reached, or the worker id cannot be retired",
            "2:The command line is wrong",
            "3:Nothing was changed, --confirm is missing"
        })
final class RetireCommand implements Callable<Integer> {

    private static final int NOT_CONFIRMED = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String CONFIRM = "--confirm";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "WORKER", description = "The worker id.")
    private long workerId;

    @Option(names = CONFIRM, paramLabel = "WORKER", description = "The same worker id again. Only on the command line.")
    private @Nullable Long confirmed;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT[,...][/chroot]",
            required = true,
            description = "The fleet's ZooKeeper, as given to the nodes.")
    private String zooKeeper;

    @Mixin
    private ZooKeeperOptions zooKeeperOptions;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        boolean confirms = confirmed != null;
        if (confirmed != null && confirmed != workerId) {
            throw new ParameterException(
                    spec.commandLine(),
                    "must repeat the worker id to retire, %s: confirm=%s".formatted(workerId, confirmed));
        }
        try (WorkerIdRetirement retirement = zooKeeperOptions.connect(
                security -> new ZooKeeperCoordinator().retirement(zooKeeper, security, TIMEOUT))) {
            OrphanedWorkerId seen = retirement.look(workerId);
            boolean asks = !confirms && !seen.retired();
            print(asks ? seen : retirement.retire(workerId));
            return asks ? NOT_CONFIRMED : 0;
        } catch (RetirementRefusedException | CoordinatorUnavailableException e) {
            throw new NodeFailedException(String.valueOf(e.getMessage()), e);
        }
    }

    private void print(OrphanedWorkerId worker) {
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.put("worker_id", worker.workerId());
            body.put("node", worker.node());
            body.put("reserved_until", worker.reservedUntil().toString());
            body.put("retired", worker.retired());
            out.println(PrintableText.of(body.toString()));
        } else if (worker.retired()) {
            out.println("worker id %s is retired; node %s had it last"
                    .formatted(worker.workerId(), PrintableText.of(worker.node())));
        } else {
            out.println("worker id %s is reserved until %s; node %s had it last"
                    .formatted(worker.workerId(), worker.reservedUntil(), PrintableText.of(worker.node())));
            out.println("nothing was changed; to retire it for good, repeat with %s %s"
                    .formatted(CONFIRM, worker.workerId()));
        }
        out.flush();
    }
}
