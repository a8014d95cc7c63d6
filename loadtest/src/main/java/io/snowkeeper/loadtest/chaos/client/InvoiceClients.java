package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.loadtest.chaos.check.Books;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Whoever works with the numbers of {@value DocumentClient#INVOICES}, which are held, and the books where they stand. */
final class InvoiceClients {

    private static final long POLL_MILLIS = 200;
    private static final String RESERVATION_TIME = "2s";

    private final List<FleetNode> nodes;
    private final Violations violations;
    private final Books books;
    private final Queue<String> unfinished = new ConcurrentLinkedQueue<>();

    /** @param nodes whom to ask */
    InvoiceClients(List<FleetNode> nodes, Violations violations) {
        this.nodes = List.copyOf(nodes);
        this.violations = violations;
        this.books = new Books(violations);
    }

    /** Returns the request to make the sequence. Nothing that is pending comes back by itself. */
    static ObjectNode creation(SequenceCalls calls, long last) {
        return calls.request("sequence_create", DocumentClient.INVOICES)
                .put("mode", "gapless")
                .put("allow_overlap", true)
                .put("from", 1)
                .put("to", last)
                .put("reservation_time", RESERVATION_TIME)
                .put("at_expiry", "hold");
    }

    /** Returns the clients, to be run by a thread each. */
    List<Runnable> clients(Random random, BooleanSupplier stopping) {
        List<Runnable> clients = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            clients.add(new DocumentClient(
                    new SequenceCalls(nodes, i, stopping),
                    books,
                    unfinished,
                    violations,
                    new Random(random.nextLong()),
                    stopping));
        }
        clients.add(new PendingOperator(new SequenceCalls(nodes, 0, stopping), books, violations, stopping));
        return clients;
    }

    /**
     * Settles what is pending when the clients have ended, and compares the ledger with the books.
     *
     * @throws IOException if that is not done within the time
     */
    void check(Duration timeout) throws IOException, InterruptedException {
        unfinished.forEach(books::withdraw);
        long deadline = System.nanoTime() + timeout.toNanos();
        BooleanSupplier late = () -> System.nanoTime() - deadline > 0;
        try (SequenceCalls calls = new SequenceCalls(nodes, 0, late)) {
            PendingOperator operator = new PendingOperator(calls, books, violations, late);
            long pending = Long.MAX_VALUE;
            long entry = 1;
            // What dead clients have sent may come late; nothing pending is followed by nothing new in the ledger.
            while (pending > 0 || entry > 0) {
                if (late.getAsBoolean()) {
                    throw new IOException("sequence %s is not settled within %s: %d are pending"
                            .formatted(DocumentClient.INVOICES, timeout, pending));
                }
                try {
                    pending = operator.settle();
                    entry = pending == 0 ? follow(calls, entry) : entry;
                } catch (IOException e) {
                    pending = Long.MAX_VALUE;
                }
                if (pending > 0) {
                    Thread.sleep(POLL_MILLIS);
                }
            }
        }
        books.checkLedger();
    }

    /** Reads the ledger from an entry on. Returns 0 at its end, else where to go on. */
    private long follow(SequenceCalls calls, long from) throws IOException {
        JsonNode page = calls.ask(
                calls.request("sequence_ledger", DocumentClient.INVOICES).put("from", from));
        if (SequenceCalls.errorCode(page) != 0) {
            calls.moveOn();
            return from;
        }
        for (JsonNode text : page.required("entries")) {
            JsonNode entry = SequenceCalls.tree(text.asText());
            if (entry.has("reservation")) {
                books.follow(new Books.LedgerLine(
                        entry.required("event").asText(),
                        entry.required("numbers").asLong(),
                        entry.required("reservation").asLong(),
                        Optional.ofNullable(entry.get("key")).map(JsonNode::asText)));
            }
        }
        long next = page.required("next").asLong();
        return next > page.required("last").asLong() ? 0 : next;
    }

    String figures() {
        return "%,d documents with numbers that are held, %,d numbers void".formatted(books.size(), books.voidCount());
    }
}
