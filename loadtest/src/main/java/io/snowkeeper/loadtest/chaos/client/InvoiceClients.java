package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.loadtest.chaos.fleet.FleetNode;
import io.snowkeeper.testkit.oracle.Books;
import io.snowkeeper.testkit.oracle.LedgerFates;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/** The clients of the numbers of {@value DocumentClient#INVOICES}, which are held, and the books where they stand. */
final class InvoiceClients {

    private static final long POLL_MILLIS = 200;
    private static final String RESERVATION_TIME = "2s";

    private final List<FleetNode> nodes;
    private final Violations violations;
    private final Books books;
    private final LedgerFates fates;
    private final Queue<String> unfinished = new ConcurrentLinkedQueue<>();

    /** @param nodes the nodes */
    InvoiceClients(List<FleetNode> nodes, Books books, Violations violations) {
        this.nodes = List.copyOf(nodes);
        this.books = books;
        this.violations = violations;
        this.fates = new LedgerFates(DocumentClient.INVOICES, violations::add);
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
    List<Runnable> clients(Random random, RestoreGate gate) {
        List<Runnable> clients = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            SequenceCalls calls = new SequenceCalls(nodes, i, gate);
            Random own = new Random(random.nextLong());
            DocumentClient client = new DocumentClient(calls, books, unfinished, violations, own);
            clients.add(new ClientLoop("who writes documents", calls, client, gate, violations));
        }
        SequenceCalls calls = new SequenceCalls(nodes, 0, gate);
        clients.add(new ClientLoop(
                "who settles what is pending", calls, new PendingOperator(calls, books), gate, violations));
        return clients;
    }

    /**
     * Settles pending reservations when the clients have ended, and compares the ledger with the books.
     *
     * @throws IOException if that is not done within the time
     */
    void check(Duration timeout) throws IOException, InterruptedException {
        unfinished.forEach(books::withdraw);
        long deadline = System.nanoTime() + timeout.toNanos();
        BooleanSupplier late = () -> System.nanoTime() - deadline > 0;
        try (SequenceCalls calls = new SequenceCalls(nodes, 0, new RestoreGate(late, violations))) {
            PendingOperator operator = new PendingOperator(calls, books);
            long pending = Long.MAX_VALUE;
            long entry = 1;
            // Requests of dead clients may come late; after nothing is pending, the ledger must not grow.
            while (pending > 0 || entry > 0) {
                if (late.getAsBoolean()) {
                    throw new IOException("sequence %s is not settled within %s: %s are pending"
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
        fates.requireBooked(
                books, true, (row, fate) -> fate != null && fate.isRestored() && books.isOfBefore(row.document()));
        fates.requireNothingPending();
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
                follow(entry);
            }
        }
        long next = page.required("next").asLong();
        return next > page.required("last").asLong() ? 0 : next;
    }

    /** Numbers are runs, such as {@code 1-3 7}. */
    private void follow(JsonNode entry) {
        LedgerFates.Fate fate = new LedgerFates.Fate(
                entry.required("event").asText(),
                entry.required("reservation").asLong(),
                Optional.ofNullable(entry.get("key")).map(JsonNode::asText),
                Optional.ofNullable(entry.get("reason")).map(JsonNode::asText));
        for (String run : entry.required("numbers").asText().split(" ", -1)) {
            String[] ends = run.split("-", -1);
            LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]))
                    .forEach(number -> fates.follow(BusinessNumber.of(number), fate));
        }
    }

    String figures() {
        return String.format(
                Locale.ROOT,
                "%,d documents with numbers that are held, %,d numbers void",
                books.rows().size(),
                fates.voidCount());
    }
}
