package io.snowkeeper.node.net.connection;

import io.netty.channel.Channel;
import io.netty.handler.codec.haproxy.HAProxyMessageDecoder;
import io.snowkeeper.node.net.ConnectionRegistry;
import io.snowkeeper.node.security.ProxiedAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The PROXY protocol at one port, in versions 1 and 2: connections from trusted proxies begin with a header that names
 * their client, and are never of this machine; all others keep their own address. Thread-safe.
 */
final class ProxyProtocol {

    /** The most bytes beside the addresses in a header of version 2: proxies' additions are of no use here. */
    private static final int MAX_ADDITIONS = 2048;

    private final String port;

    /** Those that send a header here. */
    private final Optional<TrustedProxies> proxies;

    /** Those of all ports. */
    private final TrustedProxies known;

    private final ProxyLog refusals = new ProxyLog(System::nanoTime);

    /** @param settings of all ports */
    ProxyProtocol(ProxiedPort port, ConnectionSettings settings) {
        this.port = port.text();
        this.proxies = settings.proxiesAt(port);
        this.known = settings.proxies();
    }

    /**
     * Sets up a new connection: at once, or when its proxy has named its client, as if it was opened just then.
     *
     * @param rest adds the handlers that are to hear of it
     */
    void admit(Channel channel, Runnable rest) {
        if (proxies.isPresent() && proxies.get().contain(channel.remoteAddress())) {
            channel.pipeline().addLast(new HAProxyMessageDecoder(MAX_ADDITIONS), new ProxyHeader(port, rest, refusals));
        } else {
            if (known.contain(channel.remoteAddress())) {
                // It may have forwarded a connection unknown to this port.
                ConnectionRegistry.setAddress(channel, ProxiedAddress.of((InetSocketAddress) channel.remoteAddress()));
            }
            rest.run();
        }
    }
}
