package io.snowkeeper.node.audit;

/** An audit trail. Thread-safe. */
@FunctionalInterface
public interface AuditLog {

    /** One that keeps nothing. */
    AuditLog NONE = event -> {};

    /** Takes down an event. Does not fail: what was done is not undone for want of a note. */
    void record(AuditEvent event);
}
