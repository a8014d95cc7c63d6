package io.snowkeeper.node.tls.handshake;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.security.ClientNetwork;
import java.util.LinkedHashSet;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** One client address's handshakes. For their queue, under its lock. */
final class ClientHandshakes {

    private final ClientNetwork network;

    /** The oldest first. */
    private final Set<Handshake> underWay = new LinkedHashSet<>();

    private final NavigableMap<Long, Handshake> waiting = new TreeMap<>();
    private boolean oldestNext = true;

    ClientHandshakes(ClientNetwork network) {
        this.network = network;
    }

    ClientNetwork network() {
        return network;
    }

    void begin(Handshake handshake) {
        underWay.add(handshake);
    }

    void end(Handshake handshake) {
        underWay.remove(handshake);
    }

    /** Returns how many are under way. */
    int size() {
        return underWay.size();
    }

    /** Returns the one that has been under way for longest; there has to be one. */
    Handshake oldest() {
        return underWay.iterator().next();
    }

    void await(Handshake handshake) {
        waiting.put(handshake.precedence(), handshake);
    }

    void awaitNoMore(Handshake handshake) {
        waiting.remove(handshake.precedence());
    }

    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /**
     * Returns the one whose step runs next; at least one has to wait. Those that were begun go first, then the oldest
     * and the newest in turn: the oldest client has not left, the newest has not given up.
     */
    Handshake next() {
        if (requireNonNull(waiting.lastEntry()).getValue().isBegun()) {
            return requireNonNull(waiting.lastEntry()).getValue();
        }
        oldestNext = !oldestNext;
        return requireNonNull(oldestNext ? waiting.lastEntry() : waiting.firstEntry())
                .getValue();
    }
}
