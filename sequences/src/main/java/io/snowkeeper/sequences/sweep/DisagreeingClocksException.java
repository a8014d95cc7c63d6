package io.snowkeeper.sequences.sweep;

/** The failure of a sweep that cannot determine the age of anything: ZooKeeper's clock and ours are too far apart. */
final class DisagreeingClocksException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DisagreeingClocksException(String message) {
        super(message);
    }
}
