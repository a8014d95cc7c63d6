package io.snowkeeper.loadtest.client;

import java.io.IOException;

/** A request and its whole answer, on a connection that is open. */
public interface Exchange {

    /**
     * Sends the request, and waits for the answer to end.
     *
     * @throws IOException if there is no answer, or another one than an innocent client should get
     */
    void on(LineClient client) throws IOException;
}
