package io.snowkeeper.node.report;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something that happened to a node, as one node tells it.
 *
 * @param number grows with each event of the node that tells it, from 1 on
 * @param at when, by the clock of the node that tells it
 * @param kind a text of {@link EventKind}, or one that a newer node knows
 * @param node whom it happened to
 * @param workerId the worker id that it is about, empty if it is about none
 * @param reason why, for programs; empty if there is none
 * @param detail what happened, for people
 */
public record NodeEvent(
        long number,
        Instant at,
        String kind,
        String node,
        OptionalLong workerId,
        Optional<String> reason,
        String detail) {

    public NodeEvent {
        requireNonNull(at);
        requireNonNull(kind);
        requireNonNull(node);
        requireNonNull(workerId);
        requireNonNull(reason);
        requireNonNull(detail);
    }
}
