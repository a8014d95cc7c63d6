package io.snowkeeper.coordinator.sequence.plan;

/** A plan needs a znode that is not read yet: it is read, and the plan is made again. */
public final class NotReadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotReadException() {
        super("not read yet", null, false, false);
    }
}
