package io.snowkeeper.cli.remote;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.node.http.routing.ObjectFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** The command that lists the pending reservations of a gapless sequence. */
@Command(
        name = "pending",
        description =
                "Print the reservations of a gapless sequence that are neither confirmed nor cancelled nor void, in the"
                        + " order they were made.")
final class PendingCommand implements Callable<Integer> {

    @ParentCommand
    private SequenceCommand parent;

    @Parameters(paramLabel = "NAME", description = "The sequence.")
    private String name;

    @Option(names = "--after", paramLabel = "RESERVATION", description = "Begin after this one.")
    private @Nullable String after;

    @Option(names = "--limit", paramLabel = "N", description = "Print at most this many, 1 to 1,000. Default: all")
    private @Nullable Integer limit;

    @Override
    public Integer call() throws NodeFailedException {
        parent.requireLimit(limit);
        return parent.use(name, asked -> print(parent.pages(Optional.ofNullable(after), limit, asked::pending)));
    }

    private void print(Page<PendingReservation> page) {
        if (parent.isJson()) {
            parent.print(ObjectFields.of(fields -> page.writeTo(fields, "reservations", PendingReservation::writeTo)));
            return;
        }
        boolean hasTexts = page.items().stream()
                .anyMatch(pending ->
                        pending.text().isPresent() || pending.period().isPresent());
        TextTable table = hasTexts
                ? new TextTable("NUMBERS", "TEXT", "PERIOD", "RESERVATION", "SINCE", "DUE", "KEY", "BY")
                : new TextTable("NUMBERS", "RESERVATION", "SINCE", "DUE", "KEY", "BY");
        for (PendingReservation pending : page.items()) {
            List<String> row = new ArrayList<>();
            row.add(pending.numbers().stream().map(PendingCommand::shown).collect(Collectors.joining(",")));
            if (hasTexts) {
                row.add(pending.text().orElse(""));
                row.add(pending.period().map(Period::text).orElse(""));
            }
            row.add(pending.reservation());
            row.add(pending.since().toString());
            row.add(pending.due().toString());
            row.add(pending.key().orElse(""));
            row.add(pending.subject().orElse(""));
            table.add(row.toArray(String[]::new));
        }
        table.print(parent.out());
        parent.out().flush();
    }

    private static String shown(NumberRange range) {
        return range.size() == 1 ? Long.toString(range.from()) : range.from() + "-" + range.to();
    }
}
