package io.snowkeeper.sequences.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A segment of a ledger as it is read: the entries of one or more transactions.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2/ledger-0
 * {"first":1,"before":"9d5c8be1c1a44a0f0b7c4f5f3f1e5b0c6a2d7e8f9a0b1c2d3e4f5a6b7c8d9e0f"}
 * null
 * ["n","1-9999",null,null,null,"sequence=invoices incarnation=53l00uxqj2b7zuz2"]
 * 1795172801000
 * ["r","1",0,"order-4711","billing"]
 * ["c","1",0]
 * }</pre>
 *
 * @param first its first entry
 * @param before the hash of the entry before that
 * @param transactions the transactions, in their order
 */
public record LedgerSegment(long first, String before, List<Transaction> transactions) {

    /**
     * The entries of one transaction.
     *
     * @param after when the transaction before was done, in Unix milliseconds; null if there was none, nor a state
     * @param postings the content of its entries
     */
    public record Transaction(@Nullable Long after, List<Posting> postings) {}

    public LedgerSegment {
        transactions = List.copyOf(transactions);
    }

    /** Returns how many entries it has. */
    public int entries() {
        int entries = 0;
        for (Transaction transaction : transactions) {
            entries += transaction.postings().size();
        }
        return entries;
    }

    /**
     * Reads the payload of a segment.
     *
     * @throws InvalidLedgerException if it is something else
     */
    public static LedgerSegment read(byte[] payload) {
        try {
            // Within a line there is no end of line: JSON has them escaped.
            List<String> lines = plain(payload).lines().toList();
            SegmentText.Beginning beginning =
                    PayloadCodec.decode(lines.get(0).getBytes(StandardCharsets.UTF_8), SegmentText.Beginning.class);
            List<Transaction> transactions = new ArrayList<>();
            for (int i = 1; i < lines.size(); i++) {
                if (lines.get(i).startsWith("[")) {
                    // A line after the beginning: it fails, as it should, if no transaction has begun.
                    transactions.get(transactions.size() - 1).postings().add(posting(lines.get(i)));
                } else {
                    transactions.add(new Transaction(millis(lines.get(i)), new ArrayList<>()));
                }
            }
            return new LedgerSegment(beginning.first(), beginning.before(), transactions);
        } catch (IOException | RuntimeException e) {
            throw new InvalidLedgerException("no segment of a ledger: " + e.getMessage(), e);
        }
    }

    private static String plain(byte[] payload) throws IOException {
        if (payload.length > 0 && payload[0] == SegmentText.PLAIN) {
            return new String(payload, StandardCharsets.UTF_8);
        }
        try (InflaterInputStream unpacked = new InflaterInputStream(new ByteArrayInputStream(payload))) {
            return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static @Nullable Long millis(String line) {
        return line.equals("null") ? null : Long.valueOf(line);
    }

    private static Posting posting(String line) throws IOException {
        JsonNode row = PayloadCodec.decode(line.getBytes(StandardCharsets.UTF_8), JsonNode.class);
        JsonNode reservation = row.path(2);
        return new Posting(
                LedgerEvent.ofCode(row.path(0).asText()),
                NumbersText.parse(row.path(1).asText()),
                reservation.isIntegralNumber() ? OptionalLong.of(reservation.asLong()) : OptionalLong.empty(),
                text(row.path(3)),
                text(row.path(4)),
                text(row.path(5)),
                text(row.path(6)));
    }

    private static Optional<String> text(JsonNode value) {
        return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
    }
}
