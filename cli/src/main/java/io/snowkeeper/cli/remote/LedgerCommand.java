package io.snowkeeper.cli.remote;

import io.snowkeeper.coordinator.sequence.ledger.InvalidLedgerException;
import io.snowkeeper.coordinator.sequence.ledger.LedgerEntry;
import io.snowkeeper.coordinator.sequence.ledger.LedgerFormat;
import io.snowkeeper.node.NodeFailedException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that prints a gapless sequence's ledger. */
@Command(
        name = "ledger",
        description = "Print what has become of the numbers of a gapless sequence: its ledger, entry by entry, for your"
                + " own archive.")
final class LedgerCommand implements Callable<Integer> {

    /** Between two questions for what is new. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @ParentCommand
    private SequenceCommand parent;

    @Parameters(paramLabel = "NAME", description = "The sequence.")
    private String name;

    @Option(
            names = "--from",
            paramLabel = "N",
            defaultValue = "1",
            description = "The first entry: one more than the last one that you have. Default: 1")
    private long from;

    @Option(names = "--follow", description = "Go on with each entry as it is written, until interrupted.")
    private boolean follow;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "ndjson",
            description = "ndjson or csv. Default: ndjson")
    private String format;

    @Override
    public Integer call() throws NodeFailedException {
        LedgerFormat written = format();
        if (from < 1) {
            throw parent.refused("must be >= 1: from=" + from);
        }
        return parent.use(name, asked -> print(new RemoteLedger(asked), written));
    }

    private void print(RemoteLedger ledger, LedgerFormat written) {
        PrintWriter out = parent.out();
        if (from == 1) {
            out.print(written.header());
        }
        long next = from;
        while (true) {
            List<LedgerEntry> entries = ledger.from(next);
            entries.forEach(entry -> out.print(written.line(entry)));
            out.flush();
            if (!entries.isEmpty()) {
                next = entries.get(entries.size() - 1).entry() + 1;
            } else if (!follow || !paused()) {
                return;
            }
        }
    }

    /** Returns false if the command is to end. */
    private static boolean paused() {
        try {
            Thread.sleep(PAUSE.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private LedgerFormat format() {
        try {
            return LedgerFormat.of(format);
        } catch (InvalidLedgerException e) {
            throw parent.refused(String.valueOf(e.getMessage()));
        }
    }
}
