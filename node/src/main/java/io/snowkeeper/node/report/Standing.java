package io.snowkeeper.node.report;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.UnavailableReason;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The standing of one node, or of a fleet, with ids or with numbers of sequences: they are given, at risk, or refused. */
public sealed interface Standing {

    /** The words for standings, in the order from good to bad. */
    List<String> WORDS = List.of(Given.WORD, AtRisk.WORD, Refused.WORD);

    /**
     * The standing where they are given, and nothing keeps all nodes from going on.
     *
     * @param by how many nodes give them, at least 1
     * @param of how many nodes are known, at least as many
     */
    record Given(int by, int of) implements Standing {

        public static final String WORD = "given";

        /** The standing of one node that gives them. */
        public static final Given BY_ONE = new Given(1, 1);

        public Given {
            requireSome(by, of);
        }

        @Override
        public String word() {
            return WORD;
        }
    }

    /**
     * The standing where they are given still, and come to an end unless something is mended.
     *
     * @param by how many nodes give them, at least 1
     * @param of how many nodes are known, at least as many
     * @param until when the last one of them stops
     * @param reason why, a text of {@link UnavailableReason}
     */
    record AtRisk(int by, int of, Instant until, String reason) implements Standing {

        public static final String WORD = "at-risk";

        public AtRisk {
            requireSome(by, of);
            requireNonNull(until);
            requireNonNull(reason);
        }

        @Override
        public String word() {
            return WORD;
        }
    }

    /**
     * The standing where no node gives them.
     *
     * @param of how many nodes are known, at least 1
     * @param reason why, a text of {@link UnavailableReason}
     */
    record Refused(int of, String reason) implements Standing {

        public static final String WORD = "refused";

        public Refused {
            requireSome(1, of);
            requireNonNull(reason);
        }

        @Override
        public int by() {
            return 0;
        }

        @Override
        public String word() {
            return WORD;
        }
    }

    /** Returns how many nodes give them. */
    int by();

    /** Returns how many nodes are known. */
    int of();

    /** Returns the standing in one of {@link #WORDS}. */
    String word();

    /** Returns when the last node stops; empty unless they are at risk. */
    default Optional<Instant> end() {
        return this instanceof AtRisk risk ? Optional.of(risk.until()) : Optional.empty();
    }

    /** Returns why they are not simply given; empty if they are. */
    default Optional<String> cause() {
        return this instanceof AtRisk risk
                ? Optional.of(risk.reason())
                : this instanceof Refused refused ? Optional.of(refused.reason()) : Optional.empty();
    }

    /**
     * Judges nodes together: they serve if one of them serves, for as long as the one with the longest time.
     *
     * @param told the standings of those that reported one
     * @param of how many nodes are known; those without a report do not serve
     */
    static Standing together(Collection<Standing> told, int of) {
        int by = told.stream().mapToInt(Standing::by).sum();
        if (told.stream().anyMatch(Given.class::isInstance)) {
            return new Given(by, of);
        }
        String reason = commonest(told);
        return told.stream()
                .flatMap(one -> one.end().stream())
                .max(Comparator.naturalOrder())
                .<Standing>map(until -> new AtRisk(by, of, until, reason))
                .orElseGet(() -> new Refused(of, reason));
    }

    /** Returns the most frequent reason, of equally frequent ones the first by name: all nodes come to the same. */
    private static String commonest(Collection<Standing> told) {
        Map<String, Integer> counts = new TreeMap<>();
        told.forEach(one -> one.cause().ifPresent(reason -> counts.merge(reason, 1, Integer::sum)));
        if (counts.size() > 1) {
            // A standby node waits for one with a better reason.
            counts.remove(UnavailableReason.STANDBY.text());
        }
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .map(Map.Entry::getKey)
                // Without a report no worker id is known to be held.
                .orElseGet(UnavailableReason.NO_WORKER_ID::text);
    }

    /**
     * Returns the standing as people read it.
     *
     * @param what the things that are handed out
     */
    default String text(String what) {
        if (this instanceof AtRisk risk) {
            return "%s are at risk until %s: %s"
                    .formatted(what, risk.until().truncatedTo(ChronoUnit.SECONDS), risk.reason());
        }
        String nodes = of() == 1 ? "the node" : "%s of %s nodes".formatted(by(), of());
        return this instanceof Refused refused
                ? "%s are refused: %s".formatted(what, refused.reason())
                : "%s are given by %s".formatted(what, nodes);
    }

    private static void requireSome(int by, int of) {
        if (by < 1 || by > of) {
            throw new IllegalArgumentException("must be >= 1 && <= %s: by=%s".formatted(of, by));
        }
    }
}
