package io.snowkeeper.node.audit;

/** An audit trail. Thread-safe. */
@FunctionalInterface
public interface AuditLog {

    /** One that keeps nothing. */
    AuditLog NONE = event -> {};

    /** Records an event. Does not fail: a change is not undone because it could not be recorded. */
    void record(AuditEvent event);

    /** Returns how many events are missing in its file, since that could not be written. The log has them. */
    default long unwritten() {
        return 0;
    }
}
