package io.snowkeeper.coordinator.sequence.plan;

/** The failure of a plan that needs a record which is not read yet: it is read, and the plan is made again. */
public final class NotReadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotReadException() {
        super("not read yet", null, false, false);
    }
}
