package io.snowkeeper.node.tls.handshake;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.security.ClientNetwork;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A connection's handshake. Its steps are run one after the other, each when its turn has come. {@link #execute} is
 * thread-safe; the rest is for the queue, under its lock.
 */
final class Handshake implements Executor {

    /** Puts the steps that follow the first one of a handshake above all first ones. */
    private static final long LATER_STEP = 1L << 62;

    private final HandshakeQueue queue;
    private final ClientNetwork network;
    private final Runnable cut;

    private State state = State.NEW;
    private @Nullable ClientHandshakes client;
    private long number;
    private int steps;
    private @Nullable Runnable step;

    /** Steps with a higher one run first. */
    private long precedence;

    private enum State {
        NEW,
        UNDER_WAY,
        DONE,
        LEFT
    }

    Handshake(HandshakeQueue queue, ClientNetwork network, Runnable cut) {
        this.queue = queue;
        this.network = network;
        this.cut = cut;
    }

    /** Runs a step when its turn has come, or never if the client has left before. */
    @Override
    public void execute(Runnable next) {
        queue.submit(this, next);
    }

    ClientNetwork network() {
        return network;
    }

    /** @param order grows from one to the next */
    void begin(ClientHandshakes of, long order) {
        state = State.UNDER_WAY;
        client = of;
        number = order;
    }

    /** Returns the client that it belongs to since it was begun. */
    ClientHandshakes client() {
        return requireNonNull(client);
    }

    long number() {
        return number;
    }

    long precedence() {
        return precedence;
    }

    boolean isNew() {
        return state == State.NEW;
    }

    boolean isUnderWay() {
        return state == State.UNDER_WAY;
    }

    boolean hasLeft() {
        return state == State.LEFT;
    }

    /** Returns whether its first step was run. */
    boolean isBegun() {
        return precedence >= LATER_STEP;
    }

    boolean isWaiting() {
        return step != null;
    }

    void await(Runnable next, long order) {
        step = next;
        precedence = steps == 0 ? order : LATER_STEP + order;
        steps++;
    }

    Runnable take() {
        Runnable taken = requireNonNull(step);
        step = null;
        return taken;
    }

    void done() {
        state = State.DONE;
    }

    void left() {
        state = State.LEFT;
    }

    /** Closes the connection. */
    void cut() {
        cut.run();
    }
}
