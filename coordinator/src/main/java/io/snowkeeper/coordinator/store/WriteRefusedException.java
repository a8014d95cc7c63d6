package io.snowkeeper.coordinator.store;

/**
 * The failure of a write that, by the store's answer, was not and will not be done. Its message gives the operator the
 * reason.
 */
public final class WriteRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Stands for the whole of a write. */
    public static final int WHOLE = -1;

    private final int change;
    private final Refusal reason;

    /** @param change which of the write's changes was refused, from 0; or {@link #WHOLE} */
    public WriteRefusedException(int change, Refusal reason, String message) {
        super(message);
        this.change = change;
        this.reason = reason;
    }

    /** Returns which of the write's changes was refused, from 0; or {@link #WHOLE}. */
    public int change() {
        return change;
    }

    /** Returns why. */
    public Refusal reason() {
        return reason;
    }
}
