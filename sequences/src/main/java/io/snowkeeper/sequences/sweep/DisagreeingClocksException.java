package io.snowkeeper.sequences.sweep;

/** The failure of a sweep that cannot tell how old anything is: ZooKeeper's clock and ours are too far apart. */
final class DisagreeingClocksException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DisagreeingClocksException(String message) {
        super(message);
    }
}
