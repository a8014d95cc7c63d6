package io.snowkeeper.client;

/** The refusal of a call to a client that was closed before. Nothing was sent. */
public final class ClientClosedException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    ClientClosedException() {
        super("the client is closed");
    }
}
