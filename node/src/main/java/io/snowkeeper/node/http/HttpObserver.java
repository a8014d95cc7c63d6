package io.snowkeeper.node.http;

import io.snowkeeper.core.UnavailableReason;

/** An observer of every request that was answered. Called by the threads that serve; must not block. */
@FunctionalInterface
public interface HttpObserver {

    /**
     * Takes note of an answer.
     *
     * @param method the request's method, {@code UNKNOWN} if it is none of the usual ones
     * @param route the template of its path, {@code UNKNOWN} if there is nothing at its path
     * @param nanos from the request's end to its answer's start
     */
    void answered(String method, String route, int status, long nanos);

    /** Receives the reason of a temporary refusal. By default, nothing is done. */
    default void refused(UnavailableReason reason) {}
}
