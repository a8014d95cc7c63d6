package io.snowkeeper.core;

/** The failure of a wait for the clock whose thread was interrupted. Its interrupt flag is still set. */
public final class WaitInterruptedException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    private final long waitedNanos;

    /** @param waitedNanos how long the thread had waited, in nanoseconds */
    public WaitInterruptedException(long waitedNanos) {
        super(
                UnavailableReason.DRAINING,
                "interrupted after a wait of %s us for the clock".formatted(waitedNanos / 1_000));
        this.waitedNanos = waitedNanos;
    }

    /** Returns how long the thread had waited, in nanoseconds. */
    public long waitedNanos() {
        return waitedNanos;
    }
}
