package io.snowkeeper.node.net.connection;

import io.netty.channel.Channel;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import java.util.Optional;

/**
 * The PROXY protocol at one port, in versions 1 and 2: connections from trusted proxies begin with a header that says for whom
 * they are; all others are what they seem. Thread-safe.
 */
final class ProxyProtocol {

    /** What a header of version 2 may have beside addresses, in bytes: what proxies tell there is of no use here. */
    private static final int MAX_ADDITIONS = 2048;

    private final String port;
    private final Optional<TrustedProxies> proxies;
    private final ProxyLog refusals = new ProxyLog(System::nanoTime);

    /** @param settings of all ports */
    ProxyProtocol(ProxiedPort port, ConnectionSettings settings) {
        this.port = port.text();
        this.proxies = settings.proxiesAt(port);
    }

    /**
     * Sets up a new connection: at once, or when its proxy has said for whom it is, as one that was opened just then.
     *
     * @param rest adds the handlers that are to hear of it
     */
    void admit(Channel channel, Runnable rest) {
        if (proxies.isPresent() && proxies.get().contain(channel.remoteAddress())) {
            channel.pipeline().addLast(new HAProxyMessageDecoder(MAX_ADDITIONS), new ProxyHeader(port, rest, refusals));
        } else {
            rest.run();
        }
    }
}
