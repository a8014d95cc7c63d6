package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.state.NodeState;
import io.snowkeeper.coordinator.state.SeenEnsemble;
import io.snowkeeper.core.Layout;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiskJudgeTest {

    private static final Layout LAYOUT = Layout.DEFAULT;
    private static final long TIMESTAMP = 1_000_000;
    private static final long ID = LAYOUT.compose(TIMESTAMP, 1, 0);

    private final DiskJudge judge = new DiskJudge(LAYOUT);

    @Test
    void anIdLiesWithinWhatIsOnDisk() {
        judge.given("n0.1", ID, state(1, TIMESTAMP));

        broken(state(1, TIMESTAMP - 1));
        broken(state(2, TIMESTAMP));
        broken(Optional.empty());
    }

    private void broken(Optional<NodeState> state) {
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(() -> judge.given("n0.1", ID, state))
                .withMessageContaining("n0.1 gave id " + ID + " of worker id 1");
    }

    private static Optional<NodeState> state(long worker, long timestamp) {
        return Optional.of(new NodeState(
                "f",
                worker,
                3,
                "fence",
                Instant.ofEpochMilli(LAYOUT.millisOf(timestamp)),
                NodeState.NOWHERE,
                new SeenEnsemble(2, 1, 2, null)));
    }
}
