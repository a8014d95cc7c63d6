package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.business.BusinessNumber;
import io.snowkeeper.loadtest.chaos.check.Violations;
import io.snowkeeper.testkit.oracle.Books;
import java.io.IOException;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that writes documents with numbers that are held, in the documented order: key, row, confirmation. It dies
 * at any step, and another one resumes its work, at another node. For one thread.
 */
final class DocumentClient implements RestoreGate.Step {

    static final String INVOICES = "invoices";

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final double DIES = 0.02;
    private static final double WITHDRAWN = 0.02;
    private static final double TWICE = 0.05;

    /** How likely a program leaves it to the database to refuse a document that is there. */
    private static final double UNSEEN = 0.5;

    private final SequenceCalls calls;
    private final Books books;
    private final Queue<String> unfinished;
    private final Violations violations;
    private final Random random;

    /** @param unfinished documents whose programs have died, or could not know how they ended */
    DocumentClient(SequenceCalls calls, Books books, Queue<String> unfinished, Violations violations, Random random) {
        this.calls = calls;
        this.books = books;
        this.unfinished = unfinished;
        this.violations = violations;
        this.random = random;
    }

    @Override
    public long run() throws IOException {
        String document = random.nextBoolean() ? unfinished.poll() : null;
        tryToWrite(document == null ? newDocument() : document);
        return PAUSE_NANOS;
    }

    /** Returns a document of its own, unless it is to be written twice, also at once. */
    private String newDocument() {
        String document = Long.toHexString(random.nextLong());
        if (random.nextDouble() < TWICE) {
            unfinished.add(document);
        }
        return document;
    }

    private void tryToWrite(String document) throws IOException {
        boolean done = false;
        try {
            done = write(document);
        } catch (IOException e) {
            // Killed, stopped or not there yet; the next call asks another node.
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (!done) {
            unfinished.add(document);
        }
    }

    /** Returns false if it died, or cannot know how it ended. A number is left to its key then: another run may have committed it. */
    private boolean write(String document) throws IOException {
        if (books.isWithdrawn(document)) {
            return true;
        }
        Optional<Books.Row> row = random.nextDouble() < UNSEEN ? Optional.empty() : books.find(document);
        if (row.isEmpty()) {
            ObjectNode request = calls.request("sequence_next", INVOICES).put("key", document);
            if (dies()) {
                calls.sendAndGo(request);
                return false;
            }
            JsonNode given = calls.ask(request);
            if (isUnavailable(given) || dies()) {
                return false;
            }
            row = Optional.of(new Books.Row(
                    document,
                    BusinessNumber.of(SequenceCalls.numbers(given)[0]),
                    given.required("reservation").asText(),
                    true));
            if (random.nextDouble() < WITHDRAWN) {
                books.withdraw(document);
                return true;
            }
            if (!books.commit(row.get()) || dies()) {
                return false;
            }
        }
        return confirm(row.get());
    }

    private boolean confirm(Books.Row row) throws IOException {
        ObjectNode request = calls.request("sequence_confirm", INVOICES).put("reservation", row.reservation());
        if (dies()) {
            calls.sendAndGo(request);
            return false;
        }
        JsonNode answer = calls.ask(request);
        return isLost(row, answer) || !isUnavailable(answer);
    }

    /** Returns whether the reservation is one that older data did not know when they were put back. */
    private boolean isLost(Books.Row row, JsonNode answer) {
        int code = SequenceCalls.errorCode(answer);
        return books.isOfBefore(row.document())
                && (code == ErrorCode.KEY_DOES_NOT_EXIST.number() || code == ErrorCode.PRECONDITION_FAILED.number());
    }

    private boolean dies() throws IOException {
        boolean dies = random.nextDouble() < DIES;
        if (dies) {
            calls.moveOn();
        }
        return dies;
    }

    private boolean isUnavailable(JsonNode answer) throws IOException {
        int code = SequenceCalls.errorCode(answer);
        if (code == ErrorCode.TEMPORARILY_UNAVAILABLE.number()) {
            calls.moveOn();
        } else if (code != 0) {
            violations.add("who writes documents was answered " + answer);
        }
        return code != 0;
    }
}
