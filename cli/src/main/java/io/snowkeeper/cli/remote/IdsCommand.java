package io.snowkeeper.cli.remote;

import io.snowkeeper.node.NodeFailedException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that takes ids from a node. */
@Command(
        name = "ids",
        description = "Take ids from a node, and print each on a line.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:All ids were printed",
            "1:No node answers, or it refuses; the ids that were printed before are good",
            "2:The command line is wrong"
        })
public final class IdsCommand implements Callable<Integer> {

    /** Few enough for every server's limit that is not set lower by hand, and enough to make the way not matter. */
    private static final int BATCH = 10_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many: 1 to 9223372036854775807. Default: ${DEFAULT-VALUE}")
    private long count;

    @Mixin
    private AnyNode nodes;

    @Mixin
    private TokenOption token;

    @Option(
            names = "--json",
            fallbackValue = "true",
            description = "Print a JSON array of strings, for programs whose numbers end at 2^53.")
    private boolean json;

    @Override
    public Integer call() throws NodeFailedException {
        if (count < 1) {
            throw new ParameterException(spec.commandLine(), "must be >= 1: count=" + count);
        }
        PrintWriter out = spec.commandLine().getOut();
        nodes.ask(token.text(), client -> {
            for (long done = 0; done < count && !out.checkError(); ) {
                long[] ids = client.next((int) Math.min(BATCH, count - done));
                print(out, ids, done);
                done += ids.length;
            }
        });
        if (json) {
            out.println("]");
        }
        out.flush();
        return 0;
    }

    private void print(PrintWriter out, long[] ids, long before) {
        long printed = before;
        for (long id : ids) {
            if (json) {
                out.print((printed == 0 ? "[" : ",") + '"' + id + '"');
            } else {
                out.println(id);
            }
            printed++;
        }
    }
}
