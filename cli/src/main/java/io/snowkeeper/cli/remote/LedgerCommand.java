package io.snowkeeper.cli.remote;

import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.sequences.ledger.HashChain;
import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerFormat;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that prints a gapless sequence's ledger. */
@Command(name = "ledger", description = "Print the ledger of a gapless sequence, entry by entry, for your own archive.")
final class LedgerCommand implements Callable<Integer> {

    /** Between two requests for new entries. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final HashChain chain = new HashChain();

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

    @Option(
            names = "--after",
            paramLabel = "HASH",
            description =
                    "The hash of the entry before that, the last one that you have. If the ledger has another one, as when the sequence was deleted and created anew, nothing is printed.")
    private @Nullable String after;

    @Option(
            names = "--follow",
            fallbackValue = "true",
            description = "Go on with each entry as it is written, until interrupted.")
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
        return parent.useAll(client -> print(new RemoteLedger(client.sequence(name)), written));
    }

    private void print(RemoteLedger ledger, LedgerFormat written) throws NodeFailedException {
        PrintWriter out = parent.out();
        String hash = from == 1 && after == null ? HashChain.BEGINNING : after;
        if (hash != null && from > 1) {
            requireEnd(ledger.balance(), hash);
        }
        if (from == 1) {
            out.print(written.header());
        }
        long next = from;
        while (true) {
            List<LedgerEntry> entries = ledger.from(next);
            for (LedgerEntry entry : entries) {
                if (hash != null && !chain.next(hash, entry).equals(entry.hash())) {
                    out.flush();
                    throw another(entry.entry() - 1, hash);
                }
                if (parent.isTerminal()) {
                    out.println(PrintableText.of(written.text(entry)));
                } else {
                    out.print(written.line(entry));
                }
                hash = entry.hash();
                next = entry.entry() + 1;
            }
            if (out.checkError() || (entries.isEmpty() && (!follow || !paused()))) {
                return;
            }
        }
    }

    /** If there are no further entries, only the state shows whose ledger it is. */
    private void requireEnd(LedgerBalance balance, String hash) throws NodeFailedException {
        if (balance.entries() == from - 1 && !balance.hash().equals(hash)) {
            throw another(from - 1, hash);
        }
    }

    private NodeFailedException another(long entry, String hash) {
        return new NodeFailedException(
                "the ledger of sequence %s does not go on from the entry %s that has the hash %s: the sequence was deleted and created anew, or its ledger was changed; audit your copy, and do not go on with it"
                        .formatted(name, entry, PrintableText.of(hash)));
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
