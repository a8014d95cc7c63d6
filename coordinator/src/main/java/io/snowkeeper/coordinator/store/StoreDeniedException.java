package io.snowkeeper.coordinator.store;

/** The failure of a request that the store denies us. Its message names the record and the remedy, for the operator. */
public final class StoreDeniedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean ofRecord;

    /** @param ofRecord whether it is one record that is denied, and not all access */
    public StoreDeniedException(String message, boolean ofRecord, Throwable cause) {
        super(message, cause);
        this.ofRecord = ofRecord;
    }

    /** Returns whether it is one record that is denied, and not all access. */
    public boolean isOfRecord() {
        return ofRecord;
    }
}
