package io.snowkeeper.simulation.judge;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The judge of the limits of a fleet's ids: none is of a time before the fleet may begin, or of a worker id that is for
 * others.
 */
public final class LimitJudge {

    private final Layout layout;
    private final Optional<Instant> notBefore;
    private final Map<String, WorkerIdRange> workerIds = new HashMap<>();

    /** @param notBefore no id may have an earlier time; empty if any may come */
    public LimitJudge(Layout layout, Optional<Instant> notBefore) {
        this.layout = layout;
        this.notBefore = notBefore;
    }

    /** Has a member use some worker ids alone. */
    public void add(String member, WorkerIdRange range) {
        workerIds.put(member, range);
    }

    /** Looks at an id that a member has given. */
    public void given(String member, long id) {
        WorkerIdRange range = requireNonNull(workerIds.get(member), member);
        if (!range.contains(layout.workerIdOf(id))) {
            throw new BrokenPromiseException("%s gave %s of worker id %s, and is limited to %s"
                    .formatted(member, id, layout.workerIdOf(id), range));
        }
        Instant time = Instant.ofEpochMilli(layout.millisOf(layout.timestampOf(id)));
        if (notBefore.filter(time::isBefore).isPresent()) {
            throw new BrokenPromiseException(
                    "%s gave %s of %s, before %s".formatted(member, id, time, notBefore.get()));
        }
    }
}
