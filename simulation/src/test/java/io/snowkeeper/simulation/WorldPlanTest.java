package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
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
    void aWorldWithoutFaultsHappensAsWell() {
        Verdict verdict = plan.keeping(List.of()).happen(true);

        assertThat(verdict.broken()).isEmpty();
        assertThat(verdict.struck()).isEmpty();
        assertThat(verdict.ids()).isPositive();
    }
}
