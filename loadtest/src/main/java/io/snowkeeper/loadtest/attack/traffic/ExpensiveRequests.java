package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.HttpText;
import io.snowkeeper.loadtest.client.NodePorts;

/**
 * HTTP requests that cost the node much, one after the other; their answers are read.
 *
 * @param connections of one attacker
 * @param request as it goes over the wire
 */
record ExpensiveRequests(int connections, String request) implements Attack {

    /** Enough that the node need not wait for the client. */
    private static final int UNANSWERED = 2;

    /** As many as fit into the limit of a request's headers. */
    private static final int HEADERS = 4_000;

    private static final int ACCEPT_LETTERS = 16_000;

    /** Returns requests for all sequences. */
    static ExpensiveRequests listings(int connections) {
        return new ExpensiveRequests(connections, HttpText.request("GET /v1/sequences", ""));
    }

    /** Returns requests with as many headers as there is room for, all of one name. */
    static ExpensiveRequests headers(int connections) {
        return new ExpensiveRequests(connections, HttpText.request("GET /v1/ids/1", "a:\r\n".repeat(HEADERS)));
    }

    /** Returns requests with one header of very many parts. */
    static ExpensiveRequests accept(int connections) {
        return new ExpensiveRequests(
                connections,
                HttpText.request("GET /v1/ids/1", "Accept: a" + ";a".repeat(ACCEPT_LETTERS / 2 - 10) + "\r\n"));
    }

    @Override
    public void begin(AttackChannels channels, NodePorts target, int strength) {
        Payload payload = Payload.requests(UNANSWERED, request);
        channels.keep(
                target.http(),
                connections * strength,
                () -> new PayloadSender(payload, PayloadSender.Answers.READ, channels.traffic()));
    }
}
