package io.snowkeeper.node.http.routing;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.snowkeeper.node.security.AllowedHosts;
import io.snowkeeper.node.service.message.FieldValue;
import java.util.List;

/**
 * The rule for the host that a request names: the header {@code Host}, as RFC 9112 wants it, with a name of this node.
 */
public final class HostRule {

    private final AllowedHosts allowed;

    public HostRule(AllowedHosts allowed) {
        this.allowed = allowed;
    }

    /**
     * Refuses a request whose header does not name this node.
     *
     * @throws ProblemException if it does not, or if the name is none of ours
     */
    public void check(HttpRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        if (hosts.size() > 1) {
            throw ProblemException.malformed(
                    "the header Host must be given once: host=" + FieldValue.shown(String.join(", host=", hosts)));
        }
        if (hosts.isEmpty()) {
            if (request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
                throw ProblemException.malformed("the header Host is missing; it is required by HTTP/1.1");
            }
            // No browser asks without it, so it is no page that has a name of its own point here.
            return;
        }
        if (!allowed.allow(hosts.get(0))) {
            throw new ProblemException(Problem.of(
                    ProblemCode.MISDIRECTED_REQUEST,
                    "Host must be the node's address, localhost, or a name in --allowed-hosts: host="
                            + FieldValue.shown(hosts.get(0))));
        }
    }
}
