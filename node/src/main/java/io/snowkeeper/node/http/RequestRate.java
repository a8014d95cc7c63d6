package io.snowkeeper.node.http;

import io.netty.channel.Channel;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.security.ClientQuota;
import java.util.Set;

/** The refusal of requests from clients that make more than they may. */
final class RequestRate {

    /**
     * The paths of supervisors and load balancers. Balancers may share an address with their clients, and a node must
     * not be taken for dead because its clients send many requests.
     */
    private static final Set<String> ALWAYS_ALLOWED = Set.of("/livez", "/readyz");

    private RequestRate() {}

    /**
     * Counts a request.
     *
     * @throws ProblemException if it is one too many
     */
    static void requireAllowed(Channel channel, String uri) {
        ClientQuota client = ConnectionRegistry.clientOf(channel);
        if (client != null && !ALWAYS_ALLOWED.contains(pathOf(uri)) && !client.take()) {
            throw new ProblemException(Problem.unavailable(UnavailableReason.TOO_MANY_REQUESTS, client.refuse()));
        }
    }

    private static String pathOf(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }
}
