package io.snowkeeper.loadtest.attack.traffic;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The traffic of an attacker so far. Thread-safe. */
final class Traffic {

    private final AtomicInteger wanted = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final LongAdder connections = new LongAdder();
    private final LongAdder failedConnections = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();

    /** So many connections more belong to the attack. */
    void wanted(int more) {
        wanted.addAndGet(more);
    }

    /** A connection has begun to send. */
    void begun() {
        begun.incrementAndGet();
    }

    /** Returns whether the attack has come to its strength: as many connections have begun to send as belong to it. */
    boolean isInPlace() {
        return begun.get() >= wanted.get();
    }

    void connected() {
        connections.increment();
    }

    void notConnected() {
        failedConnections.increment();
    }

    void sent(long bytes) {
        sent.add(bytes);
    }

    void received(long bytes) {
        received.add(bytes);
    }

    /** Returns all of it in one line. */
    String text() {
        return String.format(
                Locale.ROOT,
                "%,d connections (%,d not made), sent %,d bytes, got %,d",
                connections.sum(),
                failedConnections.sum(),
                sent.sum(),
                received.sum());
    }
}
