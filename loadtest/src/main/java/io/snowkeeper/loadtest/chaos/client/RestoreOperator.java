package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.loadtest.chaos.fault.Recovery;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.chaos.fleet.OperatorCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * An operator that follows docs/run/operations.md after older data of ZooKeeper were put back. The progress of
 * sequences is known from clients' numbers, and from the notes of nodes whose state was not lost. For one thread.
 */
final class RestoreOperator implements Recovery {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final long POLL_MILLIS = 100;
    private static final String GAVE_NOTES = "nodes that have given their notes: ";

    private final List<FleetNode> nodes;
    private final Ledgers ledgers;
    private final RestoreGate gate;
    private final List<String> command;
    private final List<Path> classPath;
    private final Path folder;
    private final List<String> known = new ArrayList<>();
    private int commands;

    /**
     * @param nodes those that serve sequences
     * @param folder for the books and for the commands' output
     */
    RestoreOperator(
            List<FleetNode> nodes,
            Ledgers ledgers,
            RestoreGate gate,
            String zooKeeper,
            List<Path> classPath,
            Path folder) {
        this.nodes = List.copyOf(nodes);
        this.ledgers = ledgers;
        this.gate = gate;
        this.command = List.of("recover", "--zookeeper", zooKeeper);
        this.classPath = List.copyOf(classPath);
        this.folder = folder;
    }

    /** A line of the output of {@code recover} on a sequence. */
    private record Row(String name, String next, String goesOnAt) {

        static Optional<Row> find(String sequence, String output) {
            return output.lines()
                    .map(line -> line.split(" {2,}"))
                    .filter(cells -> cells.length == 6 && cells[0].equals(sequence))
                    .map(cells -> new Row(cells[0], cells[2], cells[3]))
                    .findFirst();
        }
    }

    @Override
    public void stopped() {
        gate.stopped(() -> {
            known.clear();
            known.add("--others-unused");
            know(SequenceClient.BLOCK, ledgers.block().highest() + 1);
            know(SequenceClient.ORDERED, ledgers.ordered().highest() + 1);
            know(SequenceClient.GAPLESS, ledgers.gapless().highest() + 1);
            Path books = folder.resolve("books-" + commands);
            known.addAll(List.of("--books", DocumentClient.INVOICES + "=" + books));
            try {
                Files.write(
                        books,
                        ledgers.books().putBack().stream()
                                .map(row -> row.number().number() + "," + row.document())
                                .toList());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            ledgers.recreated().restored();
        });
    }

    private void know(String sequence, long next) {
        known.addAll(List.of("--next", sequence + "=" + next));
    }

    @Override
    public void begin() throws IOException, InterruptedException {
        until(List.of("--begin"), found -> found.status() == 0);
    }

    @Override
    public void recover() throws IOException, InterruptedException {
        for (FleetNode node : nodes) {
            ask(node, answer -> answer.path("reason").asText().equals("ensemble-restored") || isGiven(answer));
        }
        Row.find(SequenceRecreation.RECREATED, look())
                .ifPresent(row -> know(row.name(), ledgers.recreated().nextAfter(Long.parseLong(row.next()))));
        gate.recovering();
        Row.find(SequenceClient.GAPLESS, confirm())
                .ifPresent(row -> ledgers.gapless().goOn(Long.parseLong(row.goesOnAt())));
        for (FleetNode node : nodes) {
            ask(node, RestoreOperator::isGiven);
        }
        gate.recovered();
    }

    /** Waits until all nodes with notes have added them. Returns the evidence then. */
    private String look() throws IOException, InterruptedException {
        List<String> noting = nodes.stream()
                .filter(node -> node.state().has("sequence-notes.json"))
                .map(FleetNode::name)
                .toList();
        return until(
                List.of(),
                found -> found.output()
                        .lines()
                        .anyMatch(line -> line.startsWith(GAVE_NOTES)
                                && Arrays.asList(line.substring(GAVE_NOTES.length())
                                                .split(", "))
                                        .containsAll(noting)));
    }

    /** A node may give notes while it is done: then it is refused, and done again. */
    private String confirm() throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(known);
        options.add("--confirm");
        return until(options, found -> found.status() == 0);
    }

    private String until(List<String> options, Predicate<OperatorCommand> right)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            OperatorCommand found = run(options);
            if (right.test(found)) {
                return found.output();
            }
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("recover %s: %s".formatted(String.join(" ", options), found.output()));
            }
        }
    }

    private OperatorCommand run(List<String> options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(command);
        all.addAll(options);
        return OperatorCommand.run(classPath, all, folder.resolve("recover-" + ++commands));
    }

    /** Requests a number from a node until its answer is right. The numbers are recorded as a client's. */
    private void ask(FleetNode node, Predicate<JsonNode> right) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        String last = "no answer";
        try (SequenceCalls calls = new SequenceCalls(List.of(node), 0, gate)) {
            while (System.nanoTime() - deadline < 0) {
                try {
                    long asked = System.nanoTime();
                    JsonNode answer = calls.ask(calls.request("sequence_next", SequenceClient.BLOCK));
                    if (isGiven(answer)) {
                        ledgers.block().given(SequenceCalls.numbers(answer), asked, System.nanoTime());
                    }
                    if (right.test(answer)) {
                        return;
                    }
                    last = answer.toString();
                } catch (IOException e) {
                    last = e.toString();
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
        throw new IOException("node %s does not answer as it should after a restore: %s".formatted(node.name(), last));
    }

    private static boolean isGiven(JsonNode answer) {
        return SequenceCalls.errorCode(answer) == 0;
    }
}
