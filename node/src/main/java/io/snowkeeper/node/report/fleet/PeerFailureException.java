package io.snowkeeper.node.report.fleet;

/** The failure of a node to answer another one. The message says why, for people. */
public final class PeerFailureException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final boolean certain;

    /** @param certain whether no node is there, or it was only too slow this time */
    public PeerFailureException(String message, boolean certain) {
        super(message);
        this.certain = certain;
    }

    /** Returns whether no node is there, or another program; else it may only have been too slow this time. */
    public boolean isCertain() {
        return certain;
    }
}
