package io.snowkeeper.coordinator.sequence;

/** The sequence cannot be served now: ZooKeeper is away or slow, or too much is waiting. Trying again may help. */
public final class SequenceUnavailableException extends SequenceException {

    private static final long serialVersionUID = 1L;

    public SequenceUnavailableException(String message) {
        super(message);
    }
}
