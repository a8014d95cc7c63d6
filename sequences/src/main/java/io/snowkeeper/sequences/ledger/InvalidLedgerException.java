package io.snowkeeper.sequences.ledger;

/** A text or a record that is no part of a ledger as ledgers are written. */
public final class InvalidLedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public InvalidLedgerException(String message) {
        super(message);
    }

    InvalidLedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
