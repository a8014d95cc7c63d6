package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.simulation.judge.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WorldPictureTest {

    private final WorldPlan plan = WorldPlan.of(5, Duration.ofSeconds(10));

    @Test
    void aLaneIsDrawnForEachNodeAndEachWorkerId() {
        String svg = plan.draw();

        assertThat(svg).startsWith("<svg ").contains(">n0</text>", ">id 0</text>", "reserved until");
        assertThat(svg.split("font-weight=\"bold\"", -1))
                .hasSize(plan.settings().nodes() + 1);
        assertThat(svg.split(">id ", -1)).hasSize((int) plan.settings().layout().workers() + 1);
    }

    @Test
    void whatStruckIsMarked() {
        assertThat(plan.draw()).contains(plan.coming().get(0).fault().text());
    }

    @Test
    void aWorldIsTheSameWhetherItIsDrawnOrNot() {
        Verdict alone = plan.happen(false);

        assertThat(World.of(plan, false, new WorldRecording()).digest()).isEqualTo(alone.digest());
    }
}
