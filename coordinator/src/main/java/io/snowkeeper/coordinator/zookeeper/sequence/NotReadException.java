package io.snowkeeper.coordinator.zookeeper.sequence;

/** A plan needs a znode that is not read yet: it is read, and the plan is made again. */
final class NotReadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotReadException() {
        super("not read yet", null, false, false);
    }
}
