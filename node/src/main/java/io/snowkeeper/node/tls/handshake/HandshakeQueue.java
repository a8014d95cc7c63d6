package io.snowkeeper.node.tls.handshake;

import io.snowkeeper.node.security.ClientNetwork;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The handshakes that are under way on a node's ports, and those of their steps that wait for a thread. Client
 * addresses take turns. Within an address those that were begun go first, then the oldest and the newest in turn: among
 * clients that come and leave the oldest is one that has stayed, and when more stay than can be served the newest is
 * served in time. For a client that has left nothing is done.
 *
 * <p>A handshake is under way from its first step on. Their number is limited, whether they wait for a thread or for
 * their clients: one more costs the address with the most its oldest. Thread-safe; owns no thread.
 */
public final class HandshakeQueue {

    private static final Comparator<ClientHandshakes> BY_SIZE = Comparator.comparingInt(ClientHandshakes::size)
            .thenComparing(client -> client.oldest().number(), Comparator.reverseOrder());

    private final Executor threads;
    private final int parallel;
    private final int most;

    // All that follows is guarded by this.
    private final Map<ClientNetwork, ClientHandshakes> clients = new HashMap<>();
    private final NavigableSet<ClientHandshakes> bySize = new TreeSet<>(BY_SIZE);

    /** The clients with a waiting step, in the order of their turns. */
    private final Set<ClientHandshakes> turns = new LinkedHashSet<>();

    private int underWay;
    private int waiting;
    private int running;
    private long numbers;
    private long cut;
    private long dropped;

    /**
     * @param threads where steps are run
     * @param parallel how many steps at a time, at least 1
     * @param most how many handshakes may be under way, at least 1
     */
    public HandshakeQueue(Executor threads, int parallel, int most) {
        this.threads = threads;
        this.parallel = parallel;
        this.most = most;
    }

    /**
     * Returns a new connection's handshake.
     *
     * @param cut closes the connection if its handshake is one too many; called once at the most, in any thread
     */
    Handshake of(ClientNetwork network, Runnable cut) {
        return new Handshake(this, network, cut);
    }

    /** @throws RejectedExecutionException if the threads have ended */
    void submit(Handshake handshake, Runnable step) {
        Handshake surplus;
        boolean dispatches;
        synchronized (this) {
            if (handshake.hasLeft()) {
                dropped++;
                return;
            }
            if (handshake.isNew()) {
                begin(handshake);
            }
            surplus = underWay > most ? bySize.last().oldest() : null;
            if (surplus != null) {
                cut++;
                leave(surplus);
            }
            await(handshake, step);
            dispatches = running < parallel;
            running += dispatches ? 1 : 0;
        }
        try {
            if (dispatches) {
                dispatch();
            }
        } finally {
            if (surplus != null) {
                surplus.cut();
            }
        }
    }

    /** Notes that a handshake has come to its end, and the connection goes on. */
    synchronized void succeed(Handshake handshake) {
        if (handshake.isUnderWay()) {
            end(handshake);
        }
    }

    /** Removes a closed connection. Its waiting steps are dropped. */
    synchronized void leave(Handshake handshake) {
        if (handshake.hasLeft()) {
            return;
        }
        if (handshake.isWaiting()) {
            dropped++;
            take(handshake);
        }
        if (handshake.isUnderWay()) {
            end(handshake);
        }
        handshake.left();
    }

    public synchronized HandshakeFigures figures() {
        return new HandshakeFigures(underWay, waiting, cut, dropped);
    }

    private void begin(Handshake handshake) {
        ClientHandshakes client = clients.computeIfAbsent(handshake.network(), ClientHandshakes::new);
        bySize.remove(client);
        handshake.begin(client, numbers++);
        client.begin(handshake);
        bySize.add(client);
        underWay++;
    }

    private void await(Handshake handshake, Runnable step) {
        handshake.await(step, numbers++);
        handshake.client().await(handshake);
        turns.add(handshake.client());
        waiting++;
    }

    private void dispatch() {
        try {
            threads.execute(this::runNext);
        } catch (Throwable e) {
            // The threads have ended, or the system gives none.
            synchronized (this) {
                running--;
            }
            throw e;
        }
    }

    private void runNext() {
        try {
            Runnable step = next();
            if (step != null) {
                step.run();
            }
        } finally {
            if (goesOn()) {
                dispatch();
            }
        }
    }

    private synchronized boolean goesOn() {
        if (waiting == 0) {
            running--;
        }
        return waiting > 0;
    }

    /** Takes a step of the client whose turn it is; null if all have left. */
    private synchronized @Nullable Runnable next() {
        if (turns.isEmpty()) {
            return null;
        }
        ClientHandshakes client = turns.iterator().next();
        Handshake handshake = client.next();
        Runnable step = take(handshake);
        if (turns.remove(client)) {
            turns.add(client);
        }
        return step;
    }

    private Runnable take(Handshake handshake) {
        ClientHandshakes client = handshake.client();
        client.awaitNoMore(handshake);
        waiting--;
        if (!client.isWaiting()) {
            turns.remove(client);
        }
        return handshake.take();
    }

    private void end(Handshake handshake) {
        ClientHandshakes client = handshake.client();
        bySize.remove(client);
        client.end(handshake);
        underWay--;
        if (client.size() > 0) {
            bySize.add(client);
        } else {
            clients.remove(client.network());
        }
        handshake.done();
    }
}
