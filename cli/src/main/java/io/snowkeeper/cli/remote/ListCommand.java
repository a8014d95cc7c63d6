package io.snowkeeper.cli.remote;

import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceSummary;
import io.snowkeeper.node.NodeFailedException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The command that lists all sequences. */
@Command(name = "list", description = "Print the state of all sequences, in the order of their names.")
final class ListCommand implements Callable<Integer> {

    @ParentCommand
    private SequenceCommand parent;

    @Option(names = "--after", paramLabel = "NAME", description = "Begin after this name, which need not exist.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "Print at most this many, 1 to 1,000. Default: all")
    private @Nullable Integer limit;

    @Override
    public Integer call() throws NodeFailedException {
        parent.requireLimit(limit);
        return parent.useAll(client -> print(parent.pages(Optional.ofNullable(after), limit, client::sequences)));
    }

    private void print(Page<SequenceSummary> page) {
        if (parent.isJson()) {
            parent.print(SequenceJson.of(page));
            return;
        }
        boolean withSteps = page.items().stream().anyMatch(sequence -> sequence.step() != 1);
        TextTable table = new TextTable(row(withSteps, "NAME", "MODE", "NEXT", "REMAINING", "PENDING", "STEP"));
        for (SequenceSummary sequence : page.items()) {
            table.add(row(
                    withSteps,
                    sequence.name(),
                    sequence.mode().text(),
                    sequence.next().isPresent() ? Long.toString(sequence.next().getAsLong()) : "none",
                    Long.toString(sequence.remaining()),
                    Long.toString(sequence.pending()),
                    Long.toString(sequence.step())));
        }
        table.print(parent.out());
        parent.out().flush();
    }

    /** Where all sequences count by ones, no column says so. */
    private static String[] row(boolean withStep, String... cells) {
        return withStep ? cells : Arrays.copyOf(cells, cells.length - 1);
    }
}
