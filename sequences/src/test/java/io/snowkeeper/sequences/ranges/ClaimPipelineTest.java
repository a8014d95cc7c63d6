package io.snowkeeper.sequences.ranges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreSession;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimPipelineTest {

    private static final String PAGE = "/ranges/0";
    private static final Change.Check FIRST_DONE = new Change.Check("/sequences/A/a", StoreSession.ANY_VERSION);

    private final ClaimPipeline pipeline = new ClaimPipeline();

    private List<Change> send(String created, int version) {
        return pipeline.send(
                pipeline.begin(), created, List.of(new Change.Set(PAGE, new byte[] {(byte) version}, version)));
    }

    @Test
    void theNextClaimIsPlannedOnWhatTheOneBeforeLeaves() {
        assertThat(pipeline.read(PAGE)).isEmpty();
        send("/sequences/A/a", 7);
        assertThat(pipeline.read(PAGE)).hasValueSatisfying(left -> {
            assertThat(left.stamp().version()).isEqualTo(8);
            assertThat(left.payload()).containsExactly(7);
        });
    }

    @Test
    void theNextClaimIsWrittenOnlyIfTheOneBeforeWasDone() {
        assertThat(send("/sequences/A/a", 7)).hasSize(1);
        assertThat(send("/sequences/B/b", 8)).hasSize(2).contains(FIRST_DONE);
    }

    @Test
    void whatWasDoneIsNoCondition() {
        send("/sequences/A/a", 7);
        pipeline.done("/sequences/A/a");
        assertThat(pipeline.read(PAGE)).isEmpty();
        assertThat(send("/sequences/B/b", 8)).hasSize(1);
    }

    @Test
    void aWriteThatIsDoneIsStillWaitedForByTheLastOne() {
        send("/sequences/A/a", 7);
        send("/sequences/B/b", 8);
        pipeline.done("/sequences/A/a");
        assertThat(pipeline.read(PAGE)).isPresent();
    }

    @Test
    void aRecordIsUnderWayUntilItsWriteIsAnswered() {
        assertThat(pipeline.isUnderWay("/sequences/A/a")).isFalse();
        send("/sequences/A/a", 7);
        send("/sequences/B/b", 8);
        pipeline.done("/sequences/A/a");
        assertThat(pipeline.isUnderWay("/sequences/A/a")).isFalse();
        assertThat(pipeline.isUnderWay("/sequences/B/b")).isTrue();
        pipeline.failed();
        assertThat(pipeline.isUnderWay("/sequences/B/b")).isFalse();
    }

    @Test
    void nothingIsWrittenThatWasPlannedOnWhatWasNotDone() {
        send("/sequences/A/a", 7);
        long begun = pipeline.begin();
        pipeline.failed();
        assertThatThrownBy(() -> pipeline.send(begun, "/sequences/B/b", List.of()))
                .isInstanceOf(NoAnswerException.class);
        assertThat(pipeline.read(PAGE)).isEmpty();
        assertThat(send("/sequences/C/c", 7)).hasSize(1);
    }
}
