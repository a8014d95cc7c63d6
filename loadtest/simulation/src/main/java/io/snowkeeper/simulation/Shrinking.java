package io.snowkeeper.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * The search for the smallest world in which a promise is still broken: it leaves out nodes, and faults, as long as that stays so. By
 * halves first, then one by one (after Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input").
 */
final class Shrinking {

    private final int maxTries;
    private WorldPlan smallest;
    private int tries;

    /**
     * @param broken in which a promise is broken
     * @param maxTries how many worlds to let happen at the most
     */
    Shrinking(WorldPlan broken, int maxTries) {
        this.smallest = broken;
        this.maxTries = maxTries;
    }

    WorldPlan smallest() {
        fewerNodes();
        fewerStrikes();
        fewerNodes();
        return smallest;
    }

    private void fewerNodes() {
        boolean smaller = true;
        while (smaller && smallest.settings().nodes() > 1) {
            smaller = accepts(smallest.withNodes(smallest.settings().nodes() - 1));
        }
    }

    private void fewerStrikes() {
        int chunk = Math.max(1, smallest.kept().size() / 2);
        while (chunk > 0 && tries < maxTries) {
            boolean smaller = without(chunk);
            if (!smaller) {
                chunk /= 2;
            }
        }
    }

    /** Tries to leave out {@code chunk} faults in a row, from the last ones on: those after the end are not needed. */
    private boolean without(int chunk) {
        boolean any = false;
        for (int end = smallest.kept().size(); end > 0 && tries < maxTries; end -= chunk) {
            List<Integer> rest = new ArrayList<>(smallest.kept());
            int from = Math.max(0, end - chunk);
            if (from >= rest.size()) {
                continue;
            }
            rest.subList(from, Math.min(end, rest.size())).clear();
            any |= accepts(smallest.keeping(rest));
        }
        return any;
    }

    private boolean accepts(WorldPlan smaller) {
        tries++;
        boolean broken = smaller.happen(false).broken().isPresent();
        if (broken) {
            smallest = smaller;
        }
        return broken;
    }
}
