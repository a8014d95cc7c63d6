package io.snowkeeper.loadtest.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final List<FaultKind> ALL = List.of(FaultKind.values());

    @Test
    void theSameSeedGivesTheSameFaults() {
        assertThat(take(schedule(7), 100)).isEqualTo(take(schedule(7), 100));
    }

    @Test
    void anotherSeedGivesOthers() {
        assertThat(take(schedule(7), 100)).isNotEqualTo(take(schedule(8), 100));
    }

    @Test
    void everyKindComesOnceBeforeOneComesAgain() {
        assertThat(take(schedule(7), ALL.size()).stream().map(PlannedFault::kind))
                .containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void faultsLastAsLongAsTheyMay() {
        assertThat(take(schedule(7), 1_000))
                .allMatch(strike -> strike.duration().compareTo(Duration.ofSeconds(6)) >= 0)
                .allMatch(strike -> strike.duration().compareTo(Duration.ofSeconds(9)) <= 0);
    }

    private static Schedule schedule(long seed) {
        return new Schedule(seed, ALL, 3, Duration.ofSeconds(6), Duration.ofSeconds(9), Duration.ofSeconds(1));
    }

    private static List<PlannedFault> take(Schedule schedule, int count) {
        return Stream.generate(schedule::next).limit(count).toList();
    }
}
