package io.snowkeeper.cli.recover;

import io.snowkeeper.cli.options.ZooKeeperOptions;
import io.snowkeeper.cli.remote.TextTable;
import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.fleet.RestoreRecord.Restore;
import io.snowkeeper.coordinator.recovery.FleetRecovery;
import io.snowkeeper.coordinator.recovery.RestoredSequence;
import io.snowkeeper.coordinator.sequence.ledger.audit.Books;
import io.snowkeeper.coordinator.sequence.progress.SequenceNotes;
import io.snowkeeper.coordinator.sequence.progress.SequenceProgress;
import io.snowkeeper.coordinator.store.StoreSecurity;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command that has sequences go on after ZooKeeper was restored from a backup. */
@Command(
        name = "recover",
        description =
                "After ZooKeeper was restored from a backup, have each sequence go on behind the numbers that were handed out since"
                        + " then, and let nodes serve sequences again. Without --confirm, only say what would be done.",
        sortOptions = false,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:Sequences are served, or may be from now on",
            "1:ZooKeeper cannot be reached, or refuses",
            "2:The command line is wrong",
            "3:Nothing was changed: --confirm is missing, or of some sequences nothing is known"
        })
public final class RecoverCommand implements Callable<Integer> {

    private static final int NOTHING_CHANGED = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT[,...][/chroot]",
            required = true,
            description = "The fleet's ZooKeeper, as the nodes are given it.")
    private String zooKeeper;

    @Option(
            names = "--begin",
            description =
                    "Only say that ZooKeeper was restored, before any node is started: none serves sequences from then on.")
    private boolean begins;

    @Option(
            names = "--books",
            paramLabel = "NAME=FILE",
            description =
                    "The numbers of a sequence that are in your books, one a line, or number and document with a comma between.")
    private Map<String, Path> books = new LinkedHashMap<>();

    @Option(
            names = "--ledger",
            paramLabel = "NAME=FILE",
            description = "A copy of a gapless sequence's ledger, as 'sequence ledger' has printed it.")
    private Map<String, Path> ledgers = new LinkedHashMap<>();

    @Option(
            names = "--next",
            paramLabel = "NAME=NUMBER",
            description = "The first number of a sequence that was not handed out, where you know it.")
    private Map<String, Long> next = new LinkedHashMap<>();

    @Option(
            names = "--others-unused",
            description = "Sequences of which nothing is known were not used since the backup was made.")
    private boolean othersUnused;

    @Option(names = "--confirm", description = "Do it.")
    private boolean confirms;

    @Mixin
    private ZooKeeperOptions zooKeeperOptions;

    /** How a sequence goes on. */
    private record Step(RestoredSequence sequence, @Nullable SequenceProgress reached, Set<String> sources) {}

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        try (FleetRecovery recovery = connect()) {
            return begins ? begin(recovery) : recover(recovery);
        } catch (CoordinatorUnavailableException | SequenceException e) {
            throw new NodeFailedException(String.valueOf(e.getMessage()), e);
        }
    }

    private FleetRecovery connect() throws InterruptedException {
        StoreSecurity security = zooKeeperOptions.security();
        try {
            return new ZooKeeperCoordinator().recovery(zooKeeper, security, TIMEOUT);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private int begin(FleetRecovery recovery) {
        Restore restore = recovery.begin("an operator", "ZooKeeper was restored from a backup");
        out().println("sequences are closed since %s".formatted(restore.found()));
        return 0;
    }

    private int recover(FleetRecovery recovery) throws NodeFailedException {
        Optional<Restore> open = recovery.open();
        if (open.isEmpty()) {
            out().println("sequences are served: no restore was found, or it was ended");
            return 0;
        }
        out().println(PrintableText.of("sequences are closed since %s, as %s has found: %s"
                .formatted(open.get().found(), open.get().by(), open.get().evidence())));
        Map<String, SequenceNotes> notes = recovery.notes();
        out().println(
                        notes.isEmpty()
                                ? "no node has given its notes"
                                : "these nodes have given their notes: "
                                        + PrintableText.of(String.join(", ", notes.keySet())));
        List<RestoredSequence> sequences = recovery.sequences(notes);
        requireKnown(sequences);
        Map<String, Books> read = new HashMap<>();
        for (Map.Entry<String, Path> file : books.entrySet()) {
            read.put(file.getKey(), read(file.getValue()));
        }
        List<Step> steps = steps(sequences, read);
        print(steps);
        printMissing(notes, sequences);
        List<Step> unknown =
                steps.stream().filter(step -> step.reached() == null).toList();
        if (!unknown.isEmpty() && !othersUnused) {
            out().println(
                            "of %d sequences nothing is known: start the nodes whose state directories you have, give --books, --ledger or --next, or say --others-unused"
                                    .formatted(unknown.size()));
            return NOTHING_CHANGED;
        }
        if (!confirms) {
            out().println("nothing was changed; to do it, repeat with --confirm");
            return NOTHING_CHANGED;
        }
        for (Step step : steps) {
            Books booked = read.get(step.sequence().name());
            SequenceProgress reached = step.reached() == null ? step.sequence().present() : step.reached();
            recovery.recover(reached, "recover", number -> booked != null && booked.have(number));
        }
        recovery.end();
        out().println("done, nodes serve sequences; restart those that did before the restore was found");
        return 0;
    }

    private static Books read(Path file) throws NodeFailedException {
        try {
            return Books.read(file);
        } catch (IOException e) {
            throw new NodeFailedException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    private List<Step> steps(List<RestoredSequence> sequences, Map<String, Books> read) throws NodeFailedException {
        List<Step> steps = new ArrayList<>();
        for (RestoredSequence sequence : sequences) {
            steps.add(step(sequence, Optional.ofNullable(read.get(sequence.name()))));
        }
        return steps;
    }

    private Step step(RestoredSequence sequence, Optional<Books> booked) throws NodeFailedException {
        Set<String> sources = new TreeSet<>(sequence.nodes());
        SequenceProgress furthest = sequence.noted().orElse(null);
        if (booked.isPresent()) {
            sources.add("books");
            for (long number : (Iterable<Long>) booked.get().numbers()::iterator) {
                furthest = furthest(furthest, sequence.through(number));
            }
        }
        Path ledger = ledgers.get(sequence.name());
        if (ledger != null) {
            sources.add("ledger");
            furthest = furthest(furthest, LedgerCopy.reached(sequence, ledger));
        }
        Long given = next.get(sequence.name());
        if (given != null) {
            sources.add("--next");
            furthest = furthest(
                    furthest,
                    Optional.of(sequence.before(given)
                            .orElseThrow(() -> new ParameterException(
                                    spec.commandLine(),
                                    "must be a number of the sequence: next=%s=%d"
                                            .formatted(sequence.name(), given)))));
        }
        return new Step(sequence, furthest == null && !sources.isEmpty() ? sequence.present() : furthest, sources);
    }

    private static @Nullable SequenceProgress furthest(
            @Nullable SequenceProgress one, Optional<SequenceProgress> other) {
        return other.isPresent() && (one == null || other.get().isFurtherThan(one)) ? other.get() : one;
    }

    private void requireKnown(List<RestoredSequence> sequences) {
        Set<String> names = sequences.stream().map(RestoredSequence::name).collect(Collectors.toSet());
        for (Map<String, ?> given : List.of(books, ledgers, next)) {
            given.keySet().stream()
                    .filter(name -> !names.contains(name))
                    .findFirst()
                    .ifPresent(name -> {
                        throw new ParameterException(spec.commandLine(), "there is no such sequence: " + name);
                    });
        }
    }

    private void print(List<Step> steps) {
        TextTable table = new TextTable("SEQUENCE", "MODE", "NEXT", "GOES ON AT", "PENDING", "KNOWN BY");
        for (Step step : steps) {
            RestoredSequence sequence = step.sequence();
            var description = sequence.description();
            table.add(
                    sequence.name(),
                    description.definition().mode().text(),
                    text(description.next()),
                    step.reached() == null ? "?" : text(sequence.nextAfter(step.reached())),
                    Integer.toString(description.pending()),
                    step.sources().isEmpty() ? "nothing" : String.join(", ", step.sources()));
        }
        table.print(out());
    }

    private void printMissing(Map<String, SequenceNotes> notes, List<RestoredSequence> sequences) {
        Set<String> there =
                sequences.stream().map(RestoredSequence::incarnation).collect(Collectors.toSet());
        notes.forEach((node, of) -> {
            of.sequences().stream()
                    .filter(note -> !there.contains(note.incarnation()))
                    .forEach(note -> out().println(PrintableText.of(
                            "not there: sequence %s, of which %s has noted %d numbers taken; create it again with ranges above them"
                                    .formatted(note.sequence(), node, note.taken()))));
            if (!of.complete()) {
                out().println(PrintableText.of("%s has served more sequences than it notes".formatted(node)));
            }
        });
    }

    private static String text(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "none left";
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
