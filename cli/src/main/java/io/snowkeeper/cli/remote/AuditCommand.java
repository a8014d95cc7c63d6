package io.snowkeeper.cli.remote;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.LedgerBalance;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.sequences.ledger.InvalidLedgerException;
import io.snowkeeper.sequences.ledger.LedgerEntry;
import io.snowkeeper.sequences.ledger.LedgerReader;
import io.snowkeeper.sequences.ledger.audit.AuditFinding;
import io.snowkeeper.sequences.ledger.audit.AuditReport;
import io.snowkeeper.sequences.ledger.audit.Books;
import io.snowkeeper.sequences.ledger.audit.LedgerAudit;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that audits a gapless sequence by its ledger. */
@Command(
        name = "audit",
        description =
                "Prove by its ledger that each number of a gapless sequence is in exactly one state, confirmed, void, pending or returned, and that no entry is missing or was changed.",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:There are no findings",
            "1:There are findings, which are printed; or no node answers",
            "2:The command line is wrong"
        })
final class AuditCommand implements Callable<Integer> {

    /** The books to compare with, once they were read. */
    private @Nullable Books books;

    @ParentCommand
    private SequenceCommand parent;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "The sequence. Without it, only the entries of --ledger are audited, as after its deletion.")
    private @Nullable String name;

    @Option(
            names = "--ledger",
            paramLabel = "FILE",
            description =
                    "Entries as printed by 'ledger', from the first one on; the fleet is asked for those after them.")
    private @Nullable Path file;

    @Option(
            names = "--hash",
            paramLabel = "HASH",
            description = "The hash that the last entry of --ledger must have, as printed by 'release' or 'delete'.")
    private @Nullable String hash;

    @Option(
            names = "--books",
            paramLabel = "FILE",
            description =
                    "The numbers in your books, one a line, or as NUMBER,DOCUMENT. Findings are confirmed numbers in no book, booked ones that were not confirmed, numbers booked twice, and documents other than the key that the number was confirmed for.")
    private @Nullable Path booksFile;

    @Option(
            names = "--period",
            paramLabel = "PERIOD",
            description = "The period of the books, such as 2026. Default: the last one.")
    private @Nullable String period;

    @Override
    public Integer call() throws NodeFailedException {
        if (file == null && (name == null || hash != null)) {
            throw parent.refused("give NAME, or a copy by --ledger, to which --hash belongs");
        }
        books = booksFile == null ? null : read(booksFile);
        LedgerAudit audit = new LedgerAudit(books, period());
        if (file != null) {
            read(file, audit);
        }
        if (hash != null) {
            audit.requireEnd(hash);
        }
        return name == null
                ? print(audit.report(Optional.empty()))
                : parent.ask(name, asked -> print(audit(new RemoteLedger(asked), audit)));
    }

    private @Nullable Period period() {
        try {
            return period == null ? null : Period.parse(period);
        } catch (IllegalArgumentException e) {
            throw parent.refused(String.valueOf(e.getMessage()));
        }
    }

    private static Books read(Path file) throws NodeFailedException {
        try {
            return Books.read(file);
        } catch (IOException e) {
            throw new NodeFailedException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Goes on with the fleet's entries beyond the file, up to the end at the first look. */
    private static AuditReport audit(RemoteLedger ledger, LedgerAudit audit) {
        LedgerBalance balance = ledger.balance();
        boolean more = true;
        while (more && audit.last() < balance.entries()) {
            List<LedgerEntry> entries = ledger.from(audit.last() + 1);
            more = !entries.isEmpty();
            entries.stream().filter(entry -> entry.entry() <= balance.entries()).forEach(audit::accept);
        }
        return audit.report(Optional.of(balance));
    }

    private static void read(Path file, LedgerAudit audit) throws NodeFailedException {
        // A byte that is no UTF-8 becomes a letter that the hash is not of.
        try (LedgerReader reader =
                new LedgerReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            boolean more = true;
            while (more) {
                try {
                    LedgerEntry entry = reader.next();
                    more = entry != null;
                    if (entry != null) {
                        audit.accept(entry);
                    }
                } catch (InvalidLedgerException e) {
                    audit.unreadable("line " + reader.line(), e);
                }
            }
        } catch (IOException e) {
            throw new NodeFailedException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** Returns the exit status. */
    private int print(AuditReport report) {
        int status = report.isClean() ? 0 : 1;
        if (parent.isJson()) {
            parent.print(json(report));
            return status;
        }
        PrintWriter out = parent.out();
        print("", report.findings(), report.found());
        print("remark: ", report.remarks(), report.remarked());
        out.println("%s: %s entries, %s numbers taken: %s confirmed, %s void, %s pending, %s returned"
                .formatted(
                        report.isClean() ? "clean" : report.found() + " findings",
                        report.entries(),
                        report.taken(),
                        report.confirmed(),
                        report.voided(),
                        report.pending(),
                        report.returned()));
        if (books != null) {
            out.println("books: %s numbers".formatted(books.size()));
        }
        if (name == null) {
            out.println("hash " + report.hash());
        }
        out.flush();
        return status;
    }

    private void print(String kind, List<AuditFinding> first, long all) {
        PrintWriter out = parent.out();
        first.forEach(finding -> out.println(PrintableText.of(kind + finding)));
        if (all > first.size()) {
            out.println("%sand %s more".formatted(kind, all - first.size()));
        }
    }

    private ObjectNode json(AuditReport report) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("clean", report.isClean());
        body.put("entries", report.entries());
        body.put("hash", report.hash());
        body.put("taken", report.taken());
        body.put("confirmed", report.confirmed());
        body.put("void", report.voided());
        body.put("pending", report.pending());
        body.put("returned", report.returned());
        if (books != null) {
            body.put("booked", books.size());
        }
        body.put("found", report.found());
        ArrayNode findings = body.putArray("findings");
        report.findings().forEach(finding -> findings.add(finding.toString()));
        body.put("remarked", report.remarked());
        ArrayNode remarks = body.putArray("remarks");
        report.remarks().forEach(remark -> remarks.add(remark.toString()));
        return body;
    }
}
