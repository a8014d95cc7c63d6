package io.snowkeeper.node.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.snowkeeper.node.security.AddressLimiter;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.ClientQuota;
import io.snowkeeper.node.security.Refusals;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a server: counts them, limits them altogether and per address, and notifies them of its stop.
 * Thread-safe.
 */
public final class ConnectionRegistry {

    private static final AttributeKey<ClientQuota> CLIENT = AttributeKey.valueOf(ConnectionRegistry.class, "client");

    private static final AttributeKey<SocketAddress> ADDRESS =
            AttributeKey.valueOf(ConnectionRegistry.class, "address");

    private final int max;
    private final AddressLimiter addresses;
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final AtomicInteger admitted = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private volatile @Nullable Object stop;

    /**
     * @param max how many are served at once, at least 1
     * @param perAddress the limits of each client address
     */
    public ConnectionRegistry(int max, AddressLimits perAddress) {
        this.max = max;
        this.addresses = new AddressLimiter(perAddress, System::nanoTime);
    }

    /**
     * Counts a connection, if it is to be served.
     *
     * @return the refusal, if it is refused; then it has to be answered and closed, and is awaited like the others
     */
    public Optional<String> admit(Channel channel) {
        open.add(channel);
        if (admitted.incrementAndGet() > max) {
            admitted.decrementAndGet();
            refused.increment();
            return Optional.of("too many connections: at most %s are served at once".formatted(max));
        }
        Optional<String> refusal = addresses.limits().areSet() ? admitFromAddress(channel) : Optional.empty();
        if (refusal.isPresent()) {
            admitted.decrementAndGet();
        } else {
            channel.closeFuture().addListener(closed -> admitted.decrementAndGet());
        }
        return refusal;
    }

    /** Returns the quota of an admitted connection's client on this port; null if it is not limited. */
    public static @Nullable ClientQuota clientOf(Channel channel) {
        return channel.hasAttr(CLIENT) ? channel.attr(CLIENT).get() : null;
    }

    /** Sets a connection's client, before it is admitted; by default, its other end. */
    public static void setAddress(Channel channel, SocketAddress client) {
        channel.attr(ADDRESS).set(client);
    }

    /** Returns the address of a connection's client, null if it was closed before we could look. */
    public static @Nullable SocketAddress addressOf(Channel channel) {
        return channel.hasAttr(ADDRESS) ? channel.attr(ADDRESS).get() : channel.remoteAddress();
    }

    /**
     * Notifies a connection of the server's stop, if it came between the last look at the open ones and the end of
     * listening.
     */
    public void tellIfStopping(ChannelHandlerContext connection) {
        Object event = stop;
        if (event != null) {
            connection.fireUserEventTriggered(event);
        }
    }

    /** Returns how many clients are connected. */
    public int count() {
        return admitted.get();
    }

    /** Returns the counts of refusals up to now. */
    public Refusals refusals() {
        return new Refusals(refused.sum(), addresses.refusedConnections(), addresses.refusedRequests());
    }

    /** Notifies all connections, and those to come, of the server's stop. */
    public void stop(Object event) {
        stop = event;
        open.forEach(channel -> channel.pipeline().fireUserEventTriggered(event));
    }

    /** Returns whether all are closed, those that were refused as well, when they are or the time has passed. */
    public boolean awaitClosed(long nanos) {
        return open.newCloseFuture().awaitUninterruptibly(nanos, TimeUnit.NANOSECONDS);
    }

    private Optional<String> admitFromAddress(Channel channel) {
        if (!(addressOf(channel) instanceof InetSocketAddress remote)) {
            // It was closed before we could look.
            return Optional.empty();
        }
        Optional<ClientQuota> client = addresses.connect(remote.getAddress());
        if (client.isEmpty()) {
            return Optional.of(addresses.refusal(remote.getAddress()));
        }
        channel.attr(CLIENT).set(client.get());
        channel.closeFuture().addListener(closed -> client.get().disconnected());
        return Optional.empty();
    }
}
