package io.snowkeeper.loadtest.gatling;

import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.ProtocolBuilder;
import io.snowkeeper.loadtest.uniqueness.IdSet;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Callable;

/** The entry point for simulations, beside Gatling's own. */
public final class Snowkeeper {

    private Snowkeeper() {}

    /**
     * The line protocol of one server. Each virtual user has a connection of its own, opened by its first request, again
     * after it was lost, and closed when the user leaves.
     *
     * @param server a node, or a balancer in front of nodes
     * @param depth how many requests of a connection may be without an answer at a time; 1 to 10,000
     * @param timeout how long to wait for an answer, and for a connection; after that the connection is given up
     * @param ids takes in every id
     * @throws IllegalArgumentException if the depth or the timeout is out of its range
     */
    public static ProtocolBuilder lineProtocol(InetSocketAddress server, int depth, Duration timeout, IdSet ids) {
        LineProtocol protocol = new LineProtocol(server, depth, timeout, ids);
        return () -> protocol;
    }

    /**
     * Requests ids over the user's connection, pipelined as deep as the protocol allows. Each is one request in
     * Gatling's figures, from when it was sent, or the connection for it was opened, to its answer.
     *
     * @param name the requests' name in the report
     * @param requests how many; at least 1
     * @param batch how many ids each request asks for; 1 for a plain generate
     * @throws IllegalArgumentException if a number is out of its range
     */
    public static ActionBuilder ids(String name, int requests, int batch) {
        IdRequests asked = new IdRequests(name, requests, batch);
        return () -> new LineActionBuilder(asked);
    }

    /**
     * Calls a client for ids, one call after the other. Each is one request in Gatling's figures, with all that the
     * client does to get an answer.
     *
     * @param name the calls' name in the report
     * @param calls how many; at least 1
     * @param call a call, which keeps its ids
     * @throws IllegalArgumentException if the number is out of its range
     */
    public static ActionBuilder calls(String name, int calls, IdCall call) {
        CallActionBuilder builder = new CallActionBuilder(name, calls, call);
        return () -> builder;
    }

    /**
     * Does something that is no request, such as to stop a node, and reports it as one: failed if it throws. The user
     * waits for it; the others do not.
     *
     * @param name its name in the report
     */
    public static ActionBuilder task(String name, Callable<?> task) {
        return () -> new TaskActionBuilder(name, task);
    }
}
