package io.snowkeeper.sequences;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.SequenceMode;
import java.util.Optional;

/**
 * The figures of a sequence that a node serves, for metrics. Counts are of this node since its start; the others are as
 * of this node's last look at the sequence.
 *
 * @param sequence the sequence's name
 * @param mode its mode
 * @param issued how many numbers this node handed out; the ones that a key got again count once
 * @param blocks how many blocks this node took
 * @param lost how many numbers this node lost because their callers had gone
 * @param writes how many writes to ZooKeeper of this node were done
 * @param conflicts how many were refused because another node was first
 * @param waiting how many calls wait
 * @param remaining how many numbers are left
 * @param shareUsed the share of the ranges' numbers that is used, 0 to 1
 * @param pending how many reservations are neither confirmed nor put back
 * @param keys how many keys are known
 * @param period the period that {@code remaining} and {@code shareUsed} are of; empty if the sequence has none, or none has begun
 */
public record SequenceUsage(
        String sequence,
        SequenceMode mode,
        long issued,
        long blocks,
        long lost,
        long writes,
        long conflicts,
        int waiting,
        long remaining,
        double shareUsed,
        int pending,
        int keys,
        Optional<Period> period) {}
