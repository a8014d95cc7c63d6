package io.snowkeeper.node.security;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The accounts of each client address' use of a port. An address is known as long as it has a connection, and then
 * until its bucket is full again, which takes a second at the most. It is forgotten at the next connect or disconnect
 * after that: so there are as many entries as there are connections, and were in the second before the last one came or
 * went. Thread-safe.
 */
public final class AddressLimiter {

    private final AddressLimits limits;
    private final LongSupplier nanoClock;
    private final Map<ClientNetwork, ClientQuota> shares = new ConcurrentHashMap<>();

    /** Those without a connection whose bucket was not full, in the order in which they will be forgotten. */
    private final Queue<Leaving> leaving = new ConcurrentLinkedQueue<>();

    private final LongAdder refusedConnections = new LongAdder();
    private final LongAdder refusedRequests = new LongAdder();

    /** @param nanoClock a stopwatch, as {@link System#nanoTime} is */
    public AddressLimiter(AddressLimits limits, LongSupplier nanoClock) {
        this.limits = requireNonNull(limits);
        this.nanoClock = requireNonNull(nanoClock);
    }

    private record Leaving(ClientQuota share, long fullAt) {}

    /** Returns the limits; if there are none, {@link #connect} need not be called. */
    public AddressLimits limits() {
        return limits;
    }

    /**
     * Counts a connection.
     *
     * @return the client's share of the port, to be notified when the connection has ended; empty if it has too many,
     *     then this one has to be closed and is not counted
     */
    public Optional<ClientQuota> connect(InetAddress address) {
        forgetUnused();
        ClientNetwork network = ClientNetwork.of(address);
        boolean[] counted = {false};
        ClientQuota share = shares.compute(network, (key, known) -> {
            ClientQuota entry = known == null ? newShare(key) : known;
            counted[0] = limits.maxConnections() == 0 || entry.connections() < limits.maxConnections();
            entry.addConnections(counted[0] ? 1 : 0);
            return entry;
        });
        if (!counted[0]) {
            refusedConnections.increment();
            return Optional.empty();
        }
        return Optional.of(share);
    }

    /** Returns the error for a connection that is not counted. */
    public String refusal(InetAddress address) {
        return "too many connections of %s: at most %s are served at once"
                .formatted(ClientNetwork.of(address), limits.maxConnections());
    }

    /** Returns how many connections were not counted, since their clients had too many. */
    public long refusedConnections() {
        return refusedConnections.sum();
    }

    /** Returns how many requests were refused, since their clients made too many. */
    public long refusedRequests() {
        return refusedRequests.sum();
    }

    long now() {
        return nanoClock.getAsLong();
    }

    void countRefusedRequest() {
        refusedRequests.increment();
    }

    void disconnected(ClientQuota share) {
        forgetUnused();
        shares.computeIfPresent(share.network(), (network, known) -> {
            known.addConnections(-1);
            if (known.isUnused()) {
                return null;
            }
            if (known.connections() == 0) {
                leaving.add(new Leaving(known, now() + TokenBucket.NANOS_PER_SECOND));
            }
            return known;
        });
    }

    /** Returns how many addresses are known. */
    int size() {
        forgetUnused();
        return shares.size();
    }

    private ClientQuota newShare(ClientNetwork network) {
        return new ClientQuota(this, network, limits.maxRate() == 0 ? null : new TokenBucket(limits.maxRate(), now()));
    }

    /** Needs no thread: each connect or disconnect forgets the addresses that left a second ago. */
    private void forgetUnused() {
        Leaving first = leaving.peek();
        while (first != null && first.fullAt() - now() <= 0) {
            if (leaving.remove(first)) {
                shares.computeIfPresent(first.share().network(), (network, known) -> known.isUnused() ? null : known);
            }
            first = leaving.peek();
        }
    }
}
