package io.snowkeeper.node.security;

import org.jspecify.annotations.Nullable;

/** One client address's part of a port, which all of its connections share. Held by each of them. Thread-safe. */
public final class ClientQuota {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final AddressLimiter limiter;
    private final ClientNetwork network;
    private final @Nullable TokenBucket requests;

    /** How many connections there are. Guarded by the limiter's entry for the network. */
    private int connections;

    ClientQuota(AddressLimiter limiter, ClientNetwork network, @Nullable TokenBucket requests) {
        this.limiter = limiter;
        this.network = network;
        this.requests = requests;
    }

    /** Returns whether the client may make another request now; if so, it counts as made. */
    public boolean take() {
        return requests == null || requests.take(limiter.now());
    }

    /** Counts a request that is refused, and returns its error. */
    public String refuse() {
        limiter.countRefusedRequest();
        long nanos = requests == null ? 0 : requests.nanosToToken(limiter.now());
        return "rate of %s requests/s of %s is used up, retry in %s ms"
                .formatted(limiter.limits().maxRate(), network, nanos / NANOS_PER_MILLI + 1);
    }

    /** Notes that one of the client's connections has ended. To be called once for each. */
    public void disconnected() {
        limiter.disconnected(this);
    }

    ClientNetwork network() {
        return network;
    }

    int connections() {
        return connections;
    }

    void addConnections(int difference) {
        connections += difference;
    }

    /** Returns whether nothing would be lost with it. */
    boolean isUnused() {
        return connections == 0 && (requests == null || requests.isFull(limiter.now()));
    }
}
