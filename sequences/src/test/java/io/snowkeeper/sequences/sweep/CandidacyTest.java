package io.snowkeeper.sequences.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.Election;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A candidate that is elected at once. */
class CandidacyTest {

    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final List<AlwaysElected> elections = new ArrayList<>();
    private long nanos;
    private final Candidacy candidacy = new Candidacy(this::election, () -> nanos);

    @Test
    void takesPartOnceAndStaysElected() {
        assertThat(candidacy.isElected()).isTrue();
        assertThat(candidacy.isElected()).isTrue();
        assertThat(elections).hasSize(1);
    }

    @Test
    void staysAfterAFailureThatPasses() {
        elected();
        candidacy.failed("no answer");
        pass(Candidacy.PATIENCE.minus(MOMENT));
        candidacy.swept();
        candidacy.failed("no answer");
        pass(Candidacy.PATIENCE.minus(MOMENT));
        candidacy.failed("no answer");

        assertThat(candidacy.isElected()).isTrue();
    }

    @Test
    void leavesTheElectionWhenSweepsHaveFailedForLong() {
        elected();
        candidacy.failed("no answer");
        pass(Candidacy.PATIENCE);
        candidacy.failed("no answer");

        assertThat(elections.get(0).closed).isTrue();
        assertThat(candidacy.isElected()).isFalse();
    }

    @Test
    void takesPartAgainAfterAWhile() {
        leavesTheElectionWhenSweepsHaveFailedForLong();
        pass(Candidacy.REST);

        assertThat(candidacy.isElected()).isTrue();
        assertThat(elections).hasSize(2);
    }

    @Test
    void takesNoPartWhenItWasClosedUntilItIsAskedForAgain() {
        elected();
        candidacy.close();

        assertThat(elections.get(0).closed).isTrue();
    }

    @Test
    void checksOnceAMinuteWhileItIsNotElected() {
        assertThat(candidacy.isElected()).isTrue();
        elections.get(0).passedOver = true;
        for (int turn = 0; turn <= 3 * Candidacy.CHECK.toSeconds(); turn++) {
            assertThat(candidacy.isElected()).isFalse();
            pass(MOMENT);
        }

        assertThat(elections.get(0).checks).isEqualTo(3);
    }

    @Test
    void checksNothingWhileItIsElected() {
        elected();
        pass(Candidacy.CHECK);
        elected();
        pass(Candidacy.CHECK);
        elected();

        assertThat(elections.get(0).checks).isZero();
    }

    private void elected() {
        assertThat(candidacy.isElected()).isTrue();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private Election election() {
        AlwaysElected election = new AlwaysElected();
        elections.add(election);
        return election;
    }

    private static final class AlwaysElected implements Election {

        private boolean entered;
        private boolean closed;
        private boolean passedOver;
        private int checks;

        @Override
        public void enter() {
            entered = true;
        }

        @Override
        public boolean isElected() {
            return entered && !closed && !passedOver;
        }

        @Override
        public void check() {
            checks++;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
