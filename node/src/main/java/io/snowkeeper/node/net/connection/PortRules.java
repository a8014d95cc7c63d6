package io.snowkeeper.node.net.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/** The rules for the connections of one port: whose they are, and how old they become. Thread-safe. */
public final class PortRules {

    private final ProxyProtocol proxies;
    private final AgeLimit ages;

    /** Makes the rules of a port, by which no two connections need have the same age. */
    public PortRules(ProxiedPort port, ConnectionSettings settings) {
        this(port, settings, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** @param random numbers from 0, inclusive, to 1, exclusive: where within its range an age is */
    public PortRules(ProxiedPort port, ConnectionSettings settings, DoubleSupplier random) {
        proxies = new ProxyProtocol(port, settings);
        ages = new AgeLimit(settings.maxAge(), random);
    }

    /**
     * Sets up a new connection: at once, or when its proxy has named its client, as if it was opened just then.
     *
     * @param rest adds the handlers that are to hear of it
     */
    public void admit(Channel channel, Runnable rest) {
        proxies.admit(channel, rest);
    }

    /** Fires {@link AgeEvent}s of a connection, to the handlers that are added after this. */
    public void limitAge(ChannelPipeline pipeline) {
        ages.addTo(pipeline);
    }

    /** Returns how many connections have reached their age since the start. */
    public long aged() {
        return ages.reached();
    }
}
