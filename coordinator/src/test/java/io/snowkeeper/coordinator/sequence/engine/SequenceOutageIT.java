package io.snowkeeper.coordinator.sequence.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SequenceOutageIT {

    private static final NumberRange RANGE = new NumberRange(1, 1_000_000);

    private TestingServer zooKeeper;
    private ServingNode node;
    private ServingNode patient;

    @BeforeEach
    void start() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        node = ServingNode.start(zooKeeper.getConnectString(), Duration.ofSeconds(2));
        patient = ServingNode.start(zooKeeper.getConnectString(), Duration.ofSeconds(60));
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        patient.close();
        zooKeeper.close();
    }

    /** Waits until the node serves the sequence: it has its connection to make. */
    private long awaitNext() {
        return await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(() -> node.next("A"), number -> number > 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = SequenceMode.class,
            names = {"ORDERED", "GAPLESS"})
    void withoutZooKeeperACallFailsAfterItsTimeAndSaysHowLongItWaited(SequenceMode mode) throws Exception {
        patient.create(ServingNode.definition("A", mode, RANGE));
        awaitNext();
        zooKeeper.stop();
        long started = System.nanoTime();
        assertThatThrownBy(() -> node.next("A"))
                .isInstanceOf(SequenceUnavailableException.class)
                .hasMessageMatching(
                        "sequence A cannot be served now, .*: waited ([2-9]|\\d\\d)\\d{3} ms; ask again later");
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void withoutZooKeeperABlockIsServedToItsEnd() throws Exception {
        SequenceOptions options = SequenceOptions.DEFAULT.withBlock(50, 50);
        patient.create(new SequenceDefinition("A", SequenceMode.BLOCK, List.of(RANGE), options));
        assertThat(awaitNext()).isEqualTo(1);
        zooKeeper.stop();
        for (int i = 2; i <= 50; i++) {
            assertThat(node.next("A")).isEqualTo(i);
        }
        assertThatThrownBy(() -> node.next("A"))
                .isInstanceOf(SequenceUnavailableException.class)
                .hasMessageMatching(
                        "sequence A cannot be served now, .*: waited ([2-9]|\\d\\d)\\d{3} ms; ask again later");
        zooKeeper.restart();
        await().ignoreExceptions().until(() -> node.next("A"), number -> number == 51);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void noNumberIsLostOrDoubledOverAnOutage(SequenceMode mode) throws Exception {
        // Small blocks, so that the test is not about a billion numbers.
        patient.create(new SequenceDefinition(
                "A", mode, List.of(new NumberRange(1, Long.MAX_VALUE)), SequenceOptions.DEFAULT.withBlock(100, 400)));
        Thread outage = new Thread(this::stopForAWhile);
        outage.start();
        AtomicLong failed = new AtomicLong();
        List<List<Long>> answers = Callers.run(16, caller -> {
            List<Long> mine = new ArrayList<>();
            while (outage.isAlive() || mine.isEmpty()) {
                try {
                    mine.add(node.next("A"));
                } catch (SequenceUnavailableException e) {
                    assertThat(e).hasMessageContaining("waited");
                    failed.incrementAndGet();
                }
            }
            return mine;
        });
        // It comes after all that was in doubt.
        long last = awaitNext();
        List<Long> numbers = Stream.concat(answers.stream().flatMap(List::stream), Stream.of(last))
                .sorted()
                .toList();
        long givenUp = node.usage("A").givenUp();
        assertThat(givenUp).isLessThanOrEqualTo(mode == SequenceMode.ORDERED ? failed.get() : 0);
        assertThat(numbers).doesNotHaveDuplicates().hasSize(Math.toIntExact(numbers.get(numbers.size() - 1) - givenUp));
    }

    private void stopForAWhile() {
        try {
            // Lets calls be under way, and then wait longer than they may.
            Thread.sleep(300);
            zooKeeper.stop();
            Thread.sleep(3_000);
            zooKeeper.restart();
            Thread.sleep(2_000);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void moreCallsThanMayWaitAreRefusedAtOnce() throws Exception {
        patient.create(ServingNode.definition("A", SequenceMode.ORDERED, RANGE));
        patient.next("A");
        zooKeeper.stop();
        List<CompletableFuture<?>> calls = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            calls.add(patient.sequences().next(NextRequest.of("A")).toCompletableFuture());
        }
        assertThatThrownBy(() -> patient.next("A"))
                .isInstanceOf(SequenceUnavailableException.class)
                .hasMessage("10000 calls of sequence A wait, as many as may: ask again later");
        calls.forEach(call -> call.cancel(false));
    }
}
