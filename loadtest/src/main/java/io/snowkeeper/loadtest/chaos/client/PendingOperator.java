package io.snowkeeper.loadtest.chaos.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.testkit.oracle.Books;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An operator that settles pending reservations of {@value DocumentClient#INVOICES} by the books. To put a number back,
 * it names the reservation, so that a late request does not affect the number's next holder. For one thread.
 */
final class PendingOperator implements RestoreGate.Step {

    private static final int PAGE = 100;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final SequenceCalls calls;
    private final Books books;

    PendingOperator(SequenceCalls calls, Books books) {
        this.calls = calls;
        this.books = books;
    }

    @Override
    public long run() throws IOException {
        settle();
        return PAUSE_NANOS;
    }

    /** Settles all pending reservations that can be. Returns how many there were, or more if no node answers. */
    long settle() throws IOException {
        long seen = 0;
        String after = "";
        while (true) {
            ObjectNode request =
                    calls.request("sequence_pending", DocumentClient.INVOICES).put("limit", PAGE);
            JsonNode page = calls.ask(after.isEmpty() ? request : request.put("after", after));
            if (SequenceCalls.errorCode(page) != 0) {
                calls.moveOn();
                return Long.MAX_VALUE;
            }
            for (JsonNode found : page.required("reservations")) {
                seen++;
                decide(
                        found.required("reservation").asText(),
                        found.required("from").get(0).asLong(),
                        found.path("key").asText());
            }
            if (!page.has("next")) {
                return seen;
            }
            after = page.required("next").asText();
        }
    }

    private void decide(String reservation, long number, String document) throws IOException {
        boolean even = document.hashCode() % 2 == 0;
        Optional<Books.Row> row = books.find(document);
        if (row.isPresent() && row.get().reservation().equals(reservation)) {
            settle(named("sequence_confirm", reservation, number, even));
        } else if (row.isEmpty() && !books.isWithdrawn(document)) {
            return;
        } else if (even) {
            settle(named("sequence_cancel", reservation, number, false));
        } else {
            settle(named("sequence_void", reservation, number, number % 2 == 0).put("reason", "no document"));
        }
    }

    private ObjectNode named(String type, String reservation, long number, boolean byNumber) {
        ObjectNode request = calls.request(type, DocumentClient.INVOICES);
        return byNumber ? request.put("number", number) : request.put("reservation", reservation);
    }

    /** The outcome is seen when the list is read again. */
    private void settle(ObjectNode request) throws IOException {
        calls.ask(request);
    }
}
