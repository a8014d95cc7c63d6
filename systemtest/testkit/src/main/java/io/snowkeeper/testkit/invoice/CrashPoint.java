package io.snowkeeper.testkit.invoice;

/**
 * A point at which a program that writes an invoice may die, and the visible effects. The rows of the table in
 * docs/use/gapless.md.
 */
public enum CrashPoint {
    BEFORE_ASKING(0, false),
    NUMBER_UNHEARD(1, false),
    NUMBER_HEARD(1, false),
    INSERTED(1, false),
    COMMIT_UNHEARD(1, true),
    COMMITTED(1, true),
    CONFIRMATION_UNHEARD(0, true),
    CONFIRMED(0, true);

    private final int pending;
    private final boolean booked;

    CrashPoint(int pending, boolean booked) {
        this.pending = pending;
        this.booked = booked;
    }

    /** Returns how many reservations of the document are pending then. */
    public int pending() {
        return pending;
    }

    /** Returns whether the document is in the books then. */
    public boolean isBooked() {
        return booked;
    }
}
