package io.snowkeeper.loadtest.chaos.check;

import io.snowkeeper.core.Layout;
import io.snowkeeper.loadtest.uniqueness.Repetitions;

/** No id may come twice, over all nodes and all their lifetimes. */
public final class UniquenessCheck {

    private static final int NAMED = 5;

    private final Layout layout;

    /** @param layout the layout of the ids, to describe their parts */
    public UniquenessCheck(Layout layout) {
        this.layout = layout;
    }

    /** Adds how many came too often, with details of the first of them. Returns how many. */
    public long check(Ledger ledger, Violations violations) {
        Repetitions repetitions = ledger.ids().repetitions();
        if (!repetitions.isEmpty()) {
            violations.add("no id may come twice: %s did".formatted(repetitions.surplus()));
        }
        repetitions.examples().stream()
                .limit(NAMED)
                .forEach(id -> violations.add("id %s came twice: %s, nodes %s"
                        .formatted(id, layout.decompose(id), ledger.times().nodesWith(id))));
        return repetitions.surplus();
    }
}
