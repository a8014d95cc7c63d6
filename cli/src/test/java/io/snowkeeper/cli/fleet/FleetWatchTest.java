package io.snowkeeper.cli.fleet;

import static io.snowkeeper.cli.fleet.FleetAnswers.seen;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.NodeFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FleetWatchTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:40Z");
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Queue<FleetSource> looks = new ArrayDeque<>();
    private final List<WatchedFleet> shown = new ArrayList<>();
    private Instant now = START;

    @AfterEach
    void forgetTheInterrupt() {
        var unused = Thread.interrupted();
    }

    private void answers(String asOf, boolean connected) {
        looks.add(() -> seen(asOf, connected));
    }

    private void fails(String reason) {
        looks.add(() -> {
            throw new NodeFailedException(reason);
        });
    }

    /** Watches until all looks are made: then somebody interrupts it. */
    private void watch() {
        FleetSource source = () -> looks.remove().look();
        FleetWatch watch = new FleetWatch(source, () -> now, pause -> {
            if (looks.isEmpty()) {
                throw new InterruptedException();
            }
            now = now.plus(pause);
        });
        watch.run(INTERVAL, fleet -> {
            shown.add(fleet);
            return true;
        });
    }

    @Test
    void whatANodeTellsIsShownUntilTheWatchIsInterrupted() {
        answers("2026-01-01T00:00:40Z", true);
        answers("2026-01-01T00:00:42Z", true);

        watch();

        assertThat(shown).hasSize(2).allSatisfy(fleet -> {
            assertThat(fleet.staleSince()).isEmpty();
            assertThat(fleet.problem()).isEmpty();
        });
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void whenNobodyAnswersWhatWasSeenIsShownWithTheTimeSinceWhenItIsStale() {
        answers("2026-01-01T00:00:40Z", true);
        fails("gone");
        fails("still gone");
        answers("2026-01-01T00:00:46Z", true);

        watch();

        assertThat(shown)
                .extracting(WatchedFleet::staleSince)
                .containsExactly(Optional.empty(), Optional.of(START), Optional.of(START), Optional.empty());
        assertThat(shown)
                .extracting(WatchedFleet::problem)
                .containsExactly(Optional.empty(), Optional.of("gone"), Optional.of("still gone"), Optional.empty());
        assertThat(shown.get(2).last()).isEqualTo(shown.get(0).last());
        assertThat(shown.get(2).age()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void aFleetThatNobodyHasToldYetIsWaitedFor() {
        fails("not there");
        answers("2026-01-01T00:00:42Z", true);

        watch();

        assertThat(shown.get(0).last()).isEmpty();
        assertThat(shown.get(0).staleSince()).contains(START);
        assertThat(shown.get(1).last()).isPresent();
    }

    @Test
    void whatANodeTellsWithoutZooKeeperIsStaleSinceTheNodeHasReadIt() {
        answers("2026-01-01T00:00:30Z", false);
        answers("2026-01-01T00:00:30Z", false);

        watch();

        assertThat(shown).allSatisfy(fleet -> {
            assertThat(fleet.staleSince()).contains(Instant.parse("2026-01-01T00:00:30Z"));
            assertThat(fleet.problem()).contains("the node cannot reach ZooKeeper");
        });
        assertThat(shown.get(1).age()).isEqualTo(INTERVAL);
    }

    @Test
    void whereNobodySeesItThereIsNoOtherLook() {
        answers("2026-01-01T00:00:40Z", true);
        answers("2026-01-01T00:00:42Z", true);
        FleetSource source = () -> looks.remove().look();

        new FleetWatch(source, () -> now, pause -> {
                    throw new AssertionError("it waits for nobody");
                })
                .run(INTERVAL, fleet -> false);

        assertThat(looks).hasSize(1);
    }
}
