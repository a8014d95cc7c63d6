package io.snowkeeper.coordinator.zookeeper.sequence;

/** ZooKeeper did not answer. Whether a write was done, or will be, is not known. */
final class NoAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoAnswerException(String message) {
        super(message);
    }
}
