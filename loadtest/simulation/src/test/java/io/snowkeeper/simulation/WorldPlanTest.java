package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.simulation.judge.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WorldPlanTest {

    private final WorldPlan plan = WorldPlan.of(3, Duration.ofSeconds(20));

    @Test
    void allFaultsOfASeedCome() {
        assertThat(plan.coming()).isEqualTo(plan.strikes()).isNotEmpty();
    }

    @Test
    void faultsCanBeLeftOut() {
        WorldPlan some = plan.keeping(List.of(0, 2));

        assertThat(some.coming())
                .containsExactly(plan.strikes().get(0), plan.strikes().get(2));
        assertThat(some.settings()).isEqualTo(plan.settings());
    }

    @Test
    void withoutANodeNothingStrikesIt() {
        WorldPlan one = plan.withNodes(1);

        assertThat(one.settings().nodes()).isEqualTo(1);
        assertThat(one.coming()).allMatch(strike -> strike.node() == 0);
    }

    @Test
    void someWorldsDivideTheirWorkerIdsAndSomeBeginLater() {
        List<WorldSettings> worlds = LongStream.range(0, 50)
                .mapToObj(seed -> WorldPlan.of(seed, Duration.ofSeconds(20)).settings())
                .toList();

        assertThat(worlds).extracting(WorldSettings::divided).contains(true, false);
        assertThat(worlds)
                .extracting(WorldSettings::begin)
                .contains(Optional.empty())
                .anyMatch(Optional::isPresent);
    }

    @Test
    void nodesTakeTurnsWithThePartsOfTheWorkerIds() {
        WorldSettings divided = LongStream.range(0, 50)
                .mapToObj(seed -> WorldPlan.of(seed, Duration.ofSeconds(20)).settings())
                .filter(WorldSettings::divided)
                .findFirst()
                .orElseThrow();

        assertThat(divided.workerIds(2)).isEqualTo(divided.workerIds(0)).isNotEqualTo(divided.workerIds(1));
        assertThat(divided.workerIds(0).size() + divided.workerIds(1).size())
                .isEqualTo(divided.layout().workers());
    }

    @Test
    void aWorldWithoutFaultsHappensAsWell() {
        Verdict verdict = plan.keeping(List.of()).happen(true);

        assertThat(verdict.broken()).isEmpty();
        assertThat(verdict.struck()).isEmpty();
        assertThat(verdict.ids()).isPositive();
    }
}
