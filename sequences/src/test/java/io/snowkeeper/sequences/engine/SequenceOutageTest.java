package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node's answers to its callers while ZooKeeper is away, moment by moment. */
class SequenceOutageTest {

    private static final String REFUSAL =
            "sequence A cannot be served now, the connection is lost: waited 2000 ms; ask again later";

    private final ManualFleet fleet = new ManualFleet();

    @AfterEach
    void stop() {
        fleet.close();
    }

    private void create(SequenceMode mode, SequenceOptions options) {
        fleet.get(
                fleet.node.create(new SequenceDefinition("A", mode, List.of(new NumberRange(1, 1_000_000)), options)));
    }

    private long next() {
        return fleet.get(fleet.node.next(NextRequest.of("A"))).first();
    }

    private CompletableFuture<Grant> ask() {
        return fleet.node.next(NextRequest.of("A")).toCompletableFuture();
    }

    private void assertFailsAfterItsTime(CompletableFuture<Grant> call) {
        fleet.wait(ManualFleet.TIMEOUT.minusMillis(1));
        assertThat(call).isNotDone();
        fleet.wait(Duration.ofMillis(1));
        assertThatThrownBy(() -> fleet.get(call))
                .isInstanceOf(SequenceUnavailableException.class)
                .hasMessage(REFUSAL);
    }

    @ParameterizedTest
    @EnumSource(
            value = SequenceMode.class,
            names = {"ORDERED", "GAPLESS"})
    void withoutZooKeeperACallFailsAfterItsTimeAndSaysHowLongItWaited(SequenceMode mode) {
        create(mode, SequenceOptions.DEFAULT);
        next();
        fleet.stores.get(0).cut();
        assertFailsAfterItsTime(ask());
    }

    @Test
    void withoutZooKeeperABlockIsServedToItsEnd() {
        create(SequenceMode.BLOCK, SequenceOptions.DEFAULT.withBlock(50, 50));
        assertThat(next()).isEqualTo(1);
        fleet.stores.get(0).cut();
        for (int i = 2; i <= 50; i++) {
            assertThat(next()).isEqualTo(i);
        }
        assertFailsAfterItsTime(ask());
        fleet.stores.get(0).heal();
        fleet.wait(Duration.ofSeconds(1));
        assertThat(next()).isEqualTo(51);
    }

    @Test
    void moreCallsThanMayWaitAreRefusedAtOnce() {
        create(SequenceMode.ORDERED, SequenceOptions.DEFAULT);
        next();
        fleet.stores.get(0).cut();
        List<CompletableFuture<Grant>> calls = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            calls.add(ask());
        }
        assertThatThrownBy(() -> fleet.get(ask()))
                .isInstanceOf(SequenceUnavailableException.class)
                .hasMessage("10000 calls of sequence A wait, the limit: ask again later");
        assertThat(calls).noneMatch(CompletableFuture::isDone);
    }
}
