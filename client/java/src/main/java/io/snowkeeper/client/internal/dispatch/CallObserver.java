package io.snowkeeper.client.internal.dispatch;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An observer of a client's work, for its metrics. Called by any thread that ends a call; must not block. */
public interface CallObserver {

    /**
     * A call is over. Its caller does not know yet.
     *
     * @param type the request's type
     * @param nanos how long it took
     * @param failure its failure, null if it was answered
     */
    void over(String type, long nanos, @Nullable Throwable failure);

    /**
     * Receives the state of the servers, every second.
     *
     * @param answering each server, and whether its last request succeeded
     */
    void servers(Map<String, Boolean> answering);
}
