package io.snowkeeper.embedded;

import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.sortable.SortableUnit;
import java.time.Duration;

/** The life of a member in an application of a web container. Called by its name, in a class loader of its own. */
public final class WebApplication {

    private WebApplication() {}

    /** Joins, uses all that there is, and closes. */
    public static void run(String connectString) {
        LeasedIdsOptions options = LeasedIdsOptions.builder("web")
                .joinWait(Duration.ofMinutes(1))
                .workerIds(2)
                .listener((workerIds, refusal) -> {})
                .build();
        try (LeasedIds ids = LeasedIds.join(connectString, options)) {
            ids.next();
            ids.next(10);
            ids.nextSortable(SortableUnit.MILLISECOND, 10);
            try {
                ids.sequence("there-is-none").next(1);
                throw new AssertionError("there is such a sequence");
            } catch (SnowkeeperException e) {
                // As expected; what was loaded for it, too, is to be left by all.
            }
        }
    }
}
