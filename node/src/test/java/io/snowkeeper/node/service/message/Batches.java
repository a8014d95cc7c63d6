package io.snowkeeper.node.service.message;

import io.snowkeeper.embedded.id.IdRuns;

/** Lists of ids that a test has made up. */
public final class Batches {

    private Batches() {}

    public static IdRuns of(long... ids) {
        IdRuns runs = new IdRuns();
        for (long id : ids) {
            runs.add(id, 1);
        }
        return runs;
    }
}
