package io.snowkeeper.node.report;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The judgement on one node, or on a fleet, that every port, view, metric and log shows.
 *
 * @param ids how it stands with ids
 * @param sequences how it stands with numbers of sequences that have to be written to ZooKeeper; blocks in hand go on without it
 */
public record Verdict(Standing ids, Standing sequences) {

    public Verdict {
        requireNonNull(ids);
        requireNonNull(sequences);
        if (ids.of() != sequences.of()) {
            throw new IllegalArgumentException(
                    "must be of the same nodes: ids=%s, sequences=%s".formatted(ids.of(), sequences.of()));
        }
    }

    /**
     * Judges nodes together.
     *
     * @param told the verdicts of those that reported one
     * @param of how many nodes are known, including those without a report
     */
    public static Verdict together(List<Verdict> told, int of) {
        return new Verdict(
                Standing.together(told.stream().map(Verdict::ids).toList(), of),
                Standing.together(told.stream().map(Verdict::sequences).toList(), of));
    }

    /** Returns whether nothing of it is at risk or refused. */
    public boolean isGiven() {
        return ids instanceof Standing.Given && sequences instanceof Standing.Given;
    }

    /** Returns the verdict as people read it. */
    public String text() {
        return ids.equals(sequences)
                ? ids.text("ids and sequences")
                : ids.text("ids") + "; " + sequences.text("sequences");
    }
}
