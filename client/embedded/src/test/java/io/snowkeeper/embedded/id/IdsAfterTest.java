package io.snowkeeper.embedded.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.IdAheadException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdsAfterTest {

    private static final Layout LAYOUT = Layout.DEFAULT;
    private static final long NOW = LAYOUT.epochMillis() + 5_000;
    private static final int WORKER = 17;

    private final AtomicLong now = new AtomicLong(NOW);
    private final LeasedIdSource ids =
            new LeasedIdSource(LAYOUT, now::get, Duration.ZERO, Optional::empty, System::nanoTime);

    @BeforeEach
    void lease() {
        ids.granted(new WorkerLease(WORKER, 0, Reservation.unlimited()));
    }

    private IdsAfter after(long id) {
        return new IdsAfter(ids, now::get, id);
    }

    private static long id(long millis, int worker, int sequence) {
        return LAYOUT.compose(millis - LAYOUT.epochMillis(), worker, sequence);
    }

    @Test
    void anIdOfThePastIsNotWaitedFor() {
        assertThat(after(id(NOW - 1, 1_023, 4_095)).tryNext()).isEqualTo(id(NOW, WORKER, 0));
        assertThat(after(0).tryNext()).isEqualTo(id(NOW, WORKER, 1));
    }

    @Test
    void ofASmallerWorkerIdTheSameTickIsLateEnough() {
        assertThat(after(id(NOW, WORKER - 1, 4_095)).tryNext()).isEqualTo(id(NOW, WORKER, 0));
    }

    @Test
    void ofALargerWorkerIdTheNextTickIsWaitedForAndOneIdIsDropped() {
        IdsAfter larger = after(id(NOW, WORKER + 1, 0));
        assertThat(larger.tryNext()).isEqualTo(IdSource.NONE);
        assertThat(larger.tryNext()).isEqualTo(IdSource.NONE);
        assertThat(ids.tryNext()).as("the one behind the one that was dropped").isEqualTo(id(NOW, WORKER, 1));
        now.incrementAndGet();

        assertThat(larger.tryNext()).isEqualTo(id(NOW + 1, WORKER, 0));
    }

    @Test
    void aClockThatIsAheadIsWaitedForWithoutAnIdThatIsDropped() {
        IdsAfter larger = after(id(NOW + 50, WORKER - 1, 0));
        for (int i = 0; i < 50; i++) {
            assertThat(larger.tryNext()).isEqualTo(IdSource.NONE);
            now.incrementAndGet();
        }

        assertThat(larger.tryNext()).isEqualTo(id(NOW + 50, WORKER, 0));
    }

    @Test
    void anIdThatIsTooFarAheadIsRefusedWithTheFigures() {
        assertThat(after(id(NOW + 250, WORKER - 1, 0)).tryNext()).isEqualTo(IdSource.NONE);
        long tooFar = id(NOW + 251, WORKER, 0);

        assertThatExceptionOfType(IdAheadException.class)
                .isThrownBy(after(tooFar)::tryNext)
                .withMessage(
                        "after is an id of 2024-01-01T00:00:05.251Z, 251 ms ahead of the clock here, and the wait is at most 250 ms; set the clocks right, or ask the node that issued it: after="
                                + tooFar)
                .matches(refused -> refused.reason() == UnavailableReason.ID_AHEAD);
    }

    @Test
    void aClockThatIsSetBackMeanwhileIsNotWaitedForWithoutEnd() {
        IdsAfter larger = after(id(NOW + 1, WORKER - 1, 0));
        assertThat(larger.tryNext()).isEqualTo(IdSource.NONE);
        now.addAndGet(-1_000);

        assertThatExceptionOfType(IdAheadException.class).isThrownBy(larger::tryNext);
    }

    @Test
    void allOfABatchAreLarger() {
        IdRuns drawn = new IdRuns();
        IdsAfter larger = after(id(NOW, WORKER + 1, 0));
        assertThat(larger.tryNext(drawn, 5_000)).isZero();
        now.incrementAndGet();
        assertThat(larger.tryNext(drawn, 5_000)).isEqualTo(4_096);
        now.incrementAndGet();

        assertThat(larger.tryNext(drawn, 5_000)).isEqualTo(5_000);
        assertThat(drawn.toArray())
                .isSorted()
                .startsWith(id(NOW + 1, WORKER, 0))
                .doesNotHaveDuplicates();
    }

    @Test
    void aThreadThatMayWaitDoes() {
        LeasedIdSource real =
                new LeasedIdSource(LAYOUT, System::currentTimeMillis, Duration.ZERO, Optional::empty, System::nanoTime);
        real.granted(new WorkerLease(WORKER, 0, Reservation.unlimited()));
        long ahead = id(System.currentTimeMillis() + 20, 1_023, 0);

        assertThat(real.nextAfter(ahead)).isGreaterThan(ahead);
    }

    @Test
    void aNegativeIdIsNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> after(-1)).withMessage("must be >= 0: after=-1");
    }
}
