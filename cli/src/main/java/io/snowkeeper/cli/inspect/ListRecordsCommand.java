package io.snowkeeper.cli.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.inspect.RecordInspection;
import io.snowkeeper.node.NodeFailedException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that lists the children of a znode. */
@Command(name = "ls", description = "Print the names of a znode's children, one a line, by number or else by name.")
final class ListRecordsCommand implements Callable<Integer> {

    @ParentCommand
    private ZkCommand parent;

    @Parameters(arity = "0..1", paramLabel = "PATH", defaultValue = "/", description = "The znode. Default: the root")
    private String path;

    @Mixin
    private LimitOption limit;

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        int most = limit.value();
        return parent.look(records -> print(records, most));
    }

    private void print(RecordInspection records, int most) throws InterruptedException, NodeFailedException {
        List<String> names = records.children(path).orElseThrow(() -> ZkCommand.missing(records, path));
        List<String> printed = names.subList(0, Math.min(most, names.size()));
        if (parent.isJson()) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.put("path", records.describe(path)).put("total", names.size());
            ArrayNode children = body.putArray("children");
            printed.forEach(children::add);
            parent.print(body);
            return;
        }
        printed.forEach(parent::print);
        if (printed.size() < names.size()) {
            parent.print("... and %s more; --limit prints more of them".formatted(names.size() - printed.size()));
        }
    }
}
