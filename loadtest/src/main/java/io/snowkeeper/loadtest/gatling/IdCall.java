package io.snowkeeper.loadtest.gatling;

import java.util.concurrent.CompletionStage;

/** A call of a client that is given ids. */
@FunctionalInterface
public interface IdCall {

    /** Begins the call, and does not wait for its end. May be called by several threads. */
    CompletionStage<long[]> begin();
}
