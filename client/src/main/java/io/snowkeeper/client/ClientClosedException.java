package io.snowkeeper.client;

/** The client was closed before the call. Nothing was sent. */
public final class ClientClosedException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    ClientClosedException() {
        super("the client is closed");
    }
}
