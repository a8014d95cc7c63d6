package io.snowkeeper.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.options.ZooKeeperOptions;
import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.inspect.RecordInspection;
import io.snowkeeper.coordinator.store.StoreSecurity;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The commands that read the fleet's znodes. */
@Command(
        name = "zk",
        description = {
            "Read the fleet's znodes. Paths are below the fleet's root: /workers/17; nothing is written.",
            "Asks ZooKeeper, and no node."
        },
        subcommands = {ListRecordsCommand.class, GetRecordCommand.class, TreeCommand.class},
        sortOptions = false,
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:It was printed",
            "1:ZooKeeper cannot be reached, denies access, or has no such znode",
            "2:The command line is wrong"
        })
public final class ZkCommand implements Runnable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT[,...][/chroot]",
            scope = ScopeType.INHERIT,
            description = "The fleet's ZooKeeper, as the nodes are given it.")
    private @Nullable String zooKeeper;

    @Mixin
    private ZooKeeperOptions zooKeeperOptions;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Print JSON, on one line.")
    private boolean json;

    /** A look at znodes. */
    @FunctionalInterface
    interface Look {
        void at(RecordInspection records) throws InterruptedException, NodeFailedException;
    }

    @Override
    public void run() {
        throw refused("Missing command: " + String.join(", ", spec.subcommands().keySet()));
    }

    /**
     * Looks by a connection of its own.
     *
     * @throws NodeFailedException if ZooKeeper cannot be reached, or denies access
     */
    int look(Look look) throws NodeFailedException, InterruptedException {
        if (zooKeeper == null) {
            throw refused("Missing required option: '--zookeeper=HOST:PORT[,...][/chroot]'");
        }
        StoreSecurity security = zooKeeperOptions.security();
        try (RecordInspection records = new ZooKeeperCoordinator().inspection(zooKeeper, security, TIMEOUT)) {
            look.at(records);
            return 0;
        } catch (CoordinatorUnavailableException e) {
            throw new NodeFailedException(String.valueOf(e.getMessage()), e);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        } finally {
            out().flush();
        }
    }

    static NodeFailedException missing(RecordInspection records, String path) {
        return new NodeFailedException("there is no znode %s; --zookeeper has to name the fleet's chroot, if it has one"
                .formatted(records.describe(path)));
    }

    boolean isJson() {
        return json;
    }

    PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints a line, of whatever somebody has written to ZooKeeper. */
    void print(String line) {
        out().println(PrintableText.of(line));
    }

    void print(JsonNode body) {
        print(body.toString());
    }

    ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
