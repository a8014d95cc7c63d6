package io.snowkeeper.cli.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.inspect.RecordInspection;
import io.snowkeeper.coordinator.inspect.RecordTree;
import io.snowkeeper.coordinator.inspect.RecordTree.Branch;
import io.snowkeeper.node.NodeFailedException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that prints a znode and all that are below it. */
@Command(name = "tree", description = "Print a znode and those below it, one a line, each below its parent.")
final class TreeCommand implements Callable<Integer> {

    private static final String INDENT = "  ";

    @ParentCommand
    private ZkCommand parent;

    @Parameters(arity = "0..1", paramLabel = "PATH", defaultValue = "/", description = "The znode. Default: the root")
    private String path;

    @Option(
            names = "--depth",
            paramLabel = "N",
            description = "Print so many levels below it, 0 and more. Default: all")
    private @Nullable Integer depth;

    @Mixin
    private LimitOption limit;

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        if (depth != null && depth < 0) {
            throw parent.refused("must be >= 0: depth=" + depth);
        }
        int levels = depth == null ? Integer.MAX_VALUE : depth;
        int most = limit.value();
        return parent.look(records -> print(
                records, records.tree(path, levels, most).orElseThrow(() -> ZkCommand.missing(records, path)), levels));
    }

    private void print(RecordInspection records, RecordTree tree, int levels) {
        if (parent.isJson()) {
            parent.print(json(records, tree));
            return;
        }
        for (Branch branch : tree.records()) {
            String name = branch.depth() == 0 ? records.describe(path) : branch.name();
            parent.print(INDENT.repeat(branch.depth()) + name + remark(branch, levels));
        }
        if (!tree.whole()) {
            parent.print("... and more; --limit prints more of them");
        }
    }

    private static String remark(Branch branch, int levels) {
        if (branch.stamp().session() != 0) {
            return " (ephemeral)";
        }
        return branch.depth() == levels && branch.stamp().children() > 0
                ? " (%s children)".formatted(branch.stamp().children())
                : "";
    }

    private static ObjectNode json(RecordInspection records, RecordTree tree) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("whole", tree.whole());
        ArrayNode znodes = body.putArray("znodes");
        tree.records()
                .forEach(branch -> znodes.addObject()
                        .put("path", records.describe(branch.path()))
                        .put("version", branch.stamp().version())
                        .put("children", branch.stamp().children())
                        .put("ephemeral", branch.stamp().session() != 0));
        return body;
    }
}
