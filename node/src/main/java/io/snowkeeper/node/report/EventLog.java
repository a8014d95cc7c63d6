package io.snowkeeper.node.report;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A log of the last {@value #SIZE} events that a node tells of, its own and those that it saw of others. Thread-safe. */
public final class EventLog {

    /** How many are kept. */
    public static final int SIZE = 256;

    private final ArrayDeque<NodeEvent> events = new ArrayDeque<>();
    private long last;

    /** Adds one. */
    public void add(Instant at, EventKind kind, String node, OptionalLong workerId, String detail) {
        add(at, kind, node, workerId, Optional.empty(), detail);
    }

    /** Adds one that has a reason. */
    public synchronized void add(
            Instant at, EventKind kind, String node, OptionalLong workerId, Optional<String> reason, String detail) {
        last++;
        events.add(new NodeEvent(last, at, kind.text(), node, workerId, reason, detail));
        if (events.size() > SIZE) {
            events.remove();
        }
    }

    /** Returns those with a larger number, oldest first. */
    public synchronized List<NodeEvent> after(long number) {
        return events.stream().filter(event -> event.number() > number).toList();
    }
}
