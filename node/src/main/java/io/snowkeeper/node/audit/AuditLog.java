package io.snowkeeper.node.audit;

/** An audit trail. Thread-safe. */
@FunctionalInterface
public interface AuditLog {

    /** One that keeps nothing. */
    AuditLog NONE = event -> {};

    /** Takes down an event. Does not fail: what was done is not undone for want of a note. */
    void record(AuditEvent event);

    /** Returns how many events are missing in its file, since that could not be written. The log has them. */
    default long unwritten() {
        return 0;
    }
}
