package io.snowkeeper.simulation.judge;

import io.snowkeeper.coordinator.state.NodeState;
import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.Optional;

/** The judge of a node's disk: each id lies within the time that the next process will take for issued. */
public final class DiskJudge {

    private final Layout layout;

    public DiskJudge(Layout layout) {
        this.layout = layout;
    }

    /**
     * Looks at an id at the moment it is given.
     *
     * @param state the state on the node's disk at that moment
     */
    public void given(String process, long id, Optional<NodeState> state) {
        long worker = layout.workerIdOf(id);
        long millis = layout.millisOf(layout.timestampOf(id));
        boolean covered = state.filter(found -> found.worker() == worker && found.lastSeenMillis() >= millis)
                .isPresent();
        if (!covered) {
            throw new BrokenPromiseException("%s gave id %s of worker id %s and %s, and on its disk is %s"
                    .formatted(
                            process,
                            id,
                            worker,
                            Instant.ofEpochMilli(millis),
                            state.map(Object::toString).orElse("nothing")));
        }
    }
}
