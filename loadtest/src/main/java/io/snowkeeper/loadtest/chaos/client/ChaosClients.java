package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.loadtest.chaos.check.Ledger;
import io.snowkeeper.loadtest.chaos.check.OrderCheck;
import io.snowkeeper.loadtest.chaos.check.SortableLedger;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.fault.Recovery;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.loadtest.chaos.fleet.ServiceTimes;
import io.snowkeeper.testkit.oracle.OrderJudge;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;

/** All clients of a run, a thread each, and their numbers of the sequences. */
public final class ChaosClients implements AutoCloseable {

    private static final long POLL_MILLIS = 200;
    private static final long LAST_NUMBER = 1_000_000_000;
    private static final String RESERVATION_TIME = "5s";

    private final List<FleetNode> nodes;

    /** Those that are asked about sequences. */
    private final List<FleetNode> serving;

    private final Violations violations;
    private final Ledgers ledgers;
    private final InvoiceClients invoices;
    private final RestoreGate gate;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    /** @param nodes the nodes */
    public ChaosClients(List<FleetNode> nodes, Violations violations) {
        this.nodes = List.copyOf(nodes);
        this.serving = nodes.stream().filter(node -> !node.isEmbedded()).toList();
        this.violations = violations;
        this.ledgers = Ledgers.of(violations);
        this.invoices = new InvoiceClients(serving, ledgers.books(), violations);
        this.gate = new RestoreGate(() -> stopping, violations);
    }

    /** Starts requesting ids, over a number of connections to each node, whether it issues any or not. */
    public void askForIds(Ledger ledger, OrderJudge order, Random random, int connectionsPerNode, long idsPerSecond) {
        long each = Math.max(1, idsPerSecond / nodes.size() / connectionsPerNode);
        for (FleetNode node : nodes) {
            for (int i = 0; i < connectionsPerNode; i++) {
                Random own = new Random(random.nextLong());
                run(new IdClient(node, ledger, order, violations, own, each, () -> stopping));
            }
        }
    }

    /** Starts those that ask whichever node is active. */
    public void follow(List<ServiceTimes> callers, Ledger ledger, OrderJudge order) {
        callers.forEach(
                times -> run(new FollowingCaller(serving, times, ledger.ids(), order, violations, () -> stopping)));
    }

    /** Starts asking for sortable ids, over a connection to each node. */
    public void askForSortableIds(SortableLedger ledger, Random random) {
        for (FleetNode node : nodes) {
            Random own = new Random(random.nextLong());
            run(new SortableIdClient(node, ledger, violations, own, () -> stopping));
        }
    }

    /** Creates the sequences, which starts at 1 each, and starts asking for their numbers. */
    public void askForNumbers(Random random, Duration timeout) throws IOException, InterruptedException {
        for (String sequence : List.of(SequenceClient.BLOCK, SequenceClient.ORDERED, SequenceClient.GAPLESS)) {
            ask(calls -> creation(calls, sequence), timeout);
        }
        ask(calls -> InvoiceClients.creation(calls, LAST_NUMBER), timeout);
        for (int i = 0; i < serving.size(); i++) {
            Random own = new Random(random.nextLong());
            loop("a sequence's client", i, calls -> new SequenceClient(calls, ledgers, gate, violations, own));
            Random another = new Random(random.nextLong());
            loop(
                    "a client of a recreated sequence",
                    i,
                    calls -> new RecreatedSequenceClient(calls, ledgers.recreated(), violations, another));
        }
        loop("who makes a sequence anew", 0, calls -> new SequenceRecreation(calls, ledgers.recreated(), gate));
        invoices.clients(random, gate).forEach(this::run);
    }

    private void loop(String name, int node, Function<SequenceCalls, RestoreGate.Step> step) {
        SequenceCalls calls = new SequenceCalls(serving, node, gate);
        run(new ClientLoop(name, calls, step.apply(calls), gate, violations));
    }

    /** Returns an operator for the recovery of the sequences after a restore. */
    public Recovery recovery(String zooKeeper, List<Path> classPath, Path folder) {
        return new RestoreOperator(serving, ledgers, gate, zooKeeper, classPath, folder);
    }

    private static ObjectNode creation(SequenceCalls calls, String sequence) {
        ObjectNode request = calls.request("sequence_create", sequence)
                .put("mode", sequence)
                .put("allow_overlap", true)
                .put("from", 1)
                .put("to", LAST_NUMBER);
        // Reservations that clients leave unsettled have to come back, so that nothing is pending at the end.
        return sequence.equals(SequenceClient.GAPLESS)
                ? request.put("reservation_time", RESERVATION_TIME).put("at_expiry", "return")
                : request;
    }

    /** Ends all clients, and waits for them. */
    @Override
    public void close() {
        stopping = true;
        threads.forEach(ChaosClients::join);
        threads.clear();
    }

    /**
     * Checks the sequences, once the clients have ended and all nodes are well.
     *
     * @throws IOException if the sequences are not settled within the time
     */
    public void checkNumbers(Duration timeout) throws IOException, InterruptedException {
        ledgers.block().checkUnique(violations);
        ledgers.ordered().checkUnique(violations);
        OrderCheck.check(SequenceClient.ORDERED, ledgers.ordered().calls(), violations);
        ledgers.gapless().checkNoHoles(settle(timeout));
        invoices.check(timeout);
    }

    /** Returns the gapless sequences, which have ledgers. */
    public static List<String> audited() {
        return List.of(SequenceClient.GAPLESS, DocumentClient.INVOICES);
    }

    /** Returns the nodes that serve sequences. */
    public List<FleetNode> serving() {
        return serving;
    }

    /** Returns the counts of ids and numbers, for the report. */
    public String figures() {
        return String.format(
                Locale.ROOT,
                "%,d numbers in blocks, %,d in order, %,d confirmed without gaps (%,d more without an answer), "
                        + "%,d by keys of a sequence that was made anew %,d times, %s",
                ledgers.block().size(),
                ledgers.ordered().size(),
                ledgers.gapless().confirmedCount(),
                ledgers.gapless().unclearCount(),
                ledgers.recreated().size(),
                ledgers.recreated().createdCount(),
                invoices.figures());
    }

    /** Takes returned numbers, until nothing is pending. Returns the next number. */
    private long settle(Duration timeout) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (System.nanoTime() - deadline < 0) {
            JsonNode state = ask(calls -> calls.request("sequence_describe", SequenceClient.GAPLESS), timeout);
            if (state.required("pending").asLong() == 0
                    && state.required("returned").asLong() == 0) {
                return state.required("next").asLong();
            }
            if (state.required("returned").asLong() > 0) {
                takeBack(timeout);
            } else {
                Thread.sleep(POLL_MILLIS);
            }
        }
        throw new IOException("sequence %s is not settled within %s".formatted(SequenceClient.GAPLESS, timeout));
    }

    private void takeBack(Duration timeout) throws IOException, InterruptedException {
        JsonNode given = ask(calls -> calls.request("sequence_next", SequenceClient.GAPLESS), timeout);
        ask(
                calls -> calls.request("sequence_confirm", SequenceClient.GAPLESS)
                        .put("reservation", given.required("reservation").asText()),
                timeout);
        ledgers.gapless().confirmed(SequenceCalls.numbers(given)[0]);
    }

    /** A request as text. */
    private interface Question {
        ObjectNode of(SequenceCalls calls);
    }

    /** Asks one node after the other until one answers without an error. */
    private JsonNode ask(Question question, Duration timeout) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        String last = "no answer";
        RestoreGate until = new RestoreGate(() -> System.nanoTime() - deadline > 0, violations);
        try (SequenceCalls calls = new SequenceCalls(serving, 0, until)) {
            while (System.nanoTime() - deadline < 0) {
                try {
                    JsonNode answer = calls.ask(question.of(calls));
                    if (SequenceCalls.errorCode(answer) == 0) {
                        return answer;
                    }
                    last = answer.toString();
                    calls.moveOn();
                } catch (IOException e) {
                    last = e.toString();
                }
                Thread.sleep(POLL_MILLIS);
            }
        }
        throw new IOException("no node answered a request about a sequence within %s: %s".formatted(timeout, last));
    }

    private static void join(Thread client) {
        try {
            client.join();
        } catch (InterruptedException e) {
            // It ends by itself; its later records are not read.
            Thread.currentThread().interrupt();
        }
    }

    private void run(Runnable client) {
        Thread thread = new Thread(client, "client-" + threads.size());
        thread.start();
        threads.add(thread);
    }
}
