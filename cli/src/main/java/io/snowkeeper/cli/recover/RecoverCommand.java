package io.snowkeeper.cli.recover;

import io.snowkeeper.cli.options.ZooKeeperOptions;
import io.snowkeeper.cli.remote.TextTable;
import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.fleet.RestoreRecord.Restore;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.core.text.PrintableText;
import io.snowkeeper.node.NodeFailedException;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.fleet.FleetRecovery;
import io.snowkeeper.sequences.fleet.FleetSequences;
import io.snowkeeper.sequences.fleet.OpenRestore;
import io.snowkeeper.sequences.fleet.RestoredSequence;
import io.snowkeeper.sequences.ledger.audit.Books;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                "After ZooKeeper was restored from a backup, continue each sequence behind the numbers that were handed out since the backup, and let nodes serve sequences again. Without --confirm, only print what would be done.",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:Sequences are served, or may be from now on",
            "1:ZooKeeper cannot be reached, or refuses",
            "2:The command line is wrong",
            "3:Nothing was changed: --confirm is missing, something is not known, or no restore was found"
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
            description = "The fleet's ZooKeeper, as given to the nodes.")
    private String zooKeeper;

    @Option(
            names = "--begin",
            fallbackValue = "true",
            description =
                    "Only record that ZooKeeper was restored, before any node starts: nodes then refuse sequences.")
    private boolean begins;

    @Option(
            names = "--books",
            paramLabel = "NAME[@PERIOD]=FILE",
            description = {
                "A sequence's numbers in your books, one a line, or as NUMBER,DOCUMENT.",
                "With periods, those of one period, by default the present one."
            })
    private Map<String, Path> books = new LinkedHashMap<>();

    @Option(
            names = "--ledger",
            paramLabel = "NAME=FILE",
            description = "A gapless sequence's ledger, as printed by 'sequence ledger'.")
    private Map<String, Path> ledgers = new LinkedHashMap<>();

    @Option(
            names = "--next",
            paramLabel = "NAME=NUMBER",
            description = "A sequence's first number not handed out, if known; with periods, of the present one.")
    private Map<String, Long> next = new LinkedHashMap<>();

    @Option(
            names = "--others-unused",
            fallbackValue = "true",
            description = "Other sequences have handed out no numbers since the backup, except those noted by nodes.")
    private boolean othersUnused;

    @Option(
            names = "--confirm",
            fallbackValue = "true",
            description = "Apply the changes; otherwise they are only shown.")
    private boolean confirms;

    @Mixin
    private ZooKeeperOptions zooKeeperOptions;

    @Override
    public Integer call() throws NodeFailedException, InterruptedException {
        ZooKeeperCoordinator coordinator = new ZooKeeperCoordinator();
        try (FleetRecovery recovery = zooKeeperOptions.connect(security -> FleetSequences.recovery(
                coordinator,
                coordinator.connect(zooKeeper, security, TIMEOUT),
                SequenceSettings.of(zooKeeper, "recovery", TIMEOUT).withSecurity(security)))) {
            return begins ? begin(recovery) : recover(recovery);
        } catch (CoordinatorUnavailableException | SequenceException e) {
            throw new NodeFailedException(String.valueOf(e.getMessage()), e);
        }
    }

    private int begin(FleetRecovery recovery) {
        Restore restore = recovery.begin("an operator", "ZooKeeper was restored from a backup");
        out().println("sequences are closed since %s".formatted(restore.found()));
        return 0;
    }

    private int recover(FleetRecovery recovery) throws NodeFailedException {
        Optional<OpenRestore> found = recovery.open();
        if (found.isEmpty()) {
            out().println("sequences are served: no restore was found, or it was ended");
            if (!confirms && books.isEmpty() && ledgers.isEmpty() && next.isEmpty()) {
                return 0;
            }
            out().println("nothing was changed; if ZooKeeper was restored nevertheless, record it by --begin");
            return NOTHING_CHANGED;
        }
        OpenRestore open = found.get();
        Restore restore = open.restore();
        print("sequences are closed since %s, as %s has found: %s"
                .formatted(restore.found(), restore.by(), restore.evidence()));
        print("nodes that have given their notes: " + names(open.notes().keySet()));
        print("nodes that have not, or not of all sequences: " + names(open.silent()));
        List<RestoredSequence> sequences = recovery.sequences(open);
        Map<String, Evidence> evidence = evidence(sequences);
        print(evidence.values());
        List<String> contradictions = evidence.values().stream()
                .flatMap(of -> Stream.concat(of.contradictions().stream(), of.shortfall(open.silent()).stream())
                        .map(text -> "sequence %s: %s".formatted(of.sequence().name(), text)))
                .toList();
        List<String> missing = missing(open.notes(), evidence.keySet());
        if (recovery.unreadable() > 0) {
            missing.add(
                    "%s sequences cannot be read, and go on as the backup has them".formatted(recovery.unreadable()));
        }
        Stream.of(contradictions, missing).flatMap(List::stream).forEach(this::print);
        long unknown = evidence.values().stream()
                .filter(of -> !of.isKnown(open.silent()))
                .count();
        if (!othersUnused && (unknown > 0 || !missing.isEmpty())) {
            out().println(
                            "the last number that was handed out is not known for %s sequences: start the nodes whose state directories you have, or give --books, --ledger, --next or --others-unused"
                                    .formatted(unknown + missing.size()));
            return NOTHING_CHANGED;
        }
        if (!contradictions.isEmpty()) {
            return NOTHING_CHANGED;
        }
        if (!confirms) {
            out().println("nothing was changed; to do it, repeat with --confirm");
            return NOTHING_CHANGED;
        }
        for (Evidence of : evidence.values()) {
            recovery.recover(open, of.reached(), "recover", of::isBooked);
        }
        recovery.end(open);
        out().println("done, nodes serve sequences; restart those that did before the restore was found");
        return 0;
    }

    private Map<String, Evidence> evidence(List<RestoredSequence> sequences) throws NodeFailedException {
        Map<String, Evidence> evidence = new LinkedHashMap<>();
        sequences.forEach(sequence -> evidence.put(sequence.name(), new Evidence(sequence)));
        try {
            for (Map.Entry<String, Path> file : books.entrySet()) {
                String[] of = file.getKey().split("@", 2);
                of(evidence, of[0])
                        .addBooks(of.length == 1 ? Optional.empty() : Optional.of(of[1]), read(file.getValue()));
            }
            for (Map.Entry<String, Path> file : ledgers.entrySet()) {
                of(evidence, file.getKey()).addLedger(file.getValue());
            }
            next.forEach((name, number) -> of(evidence, name).addNext(number));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
        return evidence;
    }

    private static Books read(Path file) throws NodeFailedException {
        try {
            return Books.read(file);
        } catch (IOException e) {
            throw new NodeFailedException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static Evidence of(Map<String, Evidence> evidence, String name) {
        return Optional.ofNullable(evidence.get(name))
                .orElseThrow(() -> new IllegalArgumentException("there is no such sequence: " + name));
    }

    private void print(Collection<Evidence> evidence) {
        TextTable table = new TextTable("SEQUENCE", "MODE", "NEXT", "GOES ON AT", "PENDING", "KNOWN BY");
        for (Evidence of : evidence) {
            var description = of.sequence().description();
            table.add(
                    of.sequence().name(),
                    description.definition().mode().text(),
                    text(description.next()),
                    of.sources().isEmpty() ? "?" : text(of.goesOnAt()),
                    Long.toString(description.pending()),
                    of.sources().isEmpty() ? "nothing" : String.join(", ", of.sources()));
        }
        table.print(out());
    }

    /** Returns the nodes' notes of sequences that do not exist. */
    private static List<String> missing(Map<String, SequenceNotes> notes, Set<String> there) {
        return notes.values().stream()
                .flatMap(of -> of.sequences().stream())
                .filter(seen -> !there.contains(seen.sequence()))
                .map(seen ->
                        "sequence %s does not exist, but %s of its numbers were taken; create it with ranges above them, unless it was deleted"
                                .formatted(seen.sequence(), seen.taken()))
                .distinct()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private void print(String line) {
        out().println(PrintableText.of(line));
    }

    private static String names(Set<String> nodes) {
        return nodes.isEmpty() ? "none" : String.join(", ", new TreeSet<>(nodes));
    }

    private static String text(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "none left";
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
