package io.snowkeeper.sequences.record;

/**
 * Payload of the remains of deleted sequences of one name, those that had a ledger.
 *
 * <pre>{@code
 * /former/invoices
 * {"count":2,"hash":"9d5c"}
 * }</pre>
 *
 * @param count how many there were, 1 at least
 * @param hash the hash of the last entry of the last one's ledger
 */
public record FormerRecord(long count, String hash) {

    /** Returns its text for the first entry of the next one's ledger. */
    public String text() {
        return "former=%s former_hash=%s".formatted(count, hash);
    }
}
