package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ZooKeeper stops under load, and comes back. */
class SequenceOutageIT {

    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final int CALLERS_OF_EACH = 5;

    private TestingServer zooKeeper;
    private ServingNode node;

    @BeforeEach
    void start() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        // Twice: a client that knows one server alone waits for a second before it comes back.
        String server = zooKeeper.getConnectString();
        node = ServingNode.start(server + "," + server, TIMEOUT);
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        zooKeeper.close();
    }

    /** The answers to callers of one mode, and the missing ones. */
    private static final class Answers {

        final Queue<Long> numbers = new ConcurrentLinkedQueue<>();
        final AtomicLong failed = new AtomicLong();
    }

    @Test
    void noNumberIsLostOrDoubledOverAnOutage() throws Exception {
        Map<SequenceMode, Answers> answers = new EnumMap<>(SequenceMode.class);
        for (SequenceMode mode : SequenceMode.values()) {
            answers.put(mode, new Answers());
            // Small blocks, so that the test is not about a billion numbers.
            SequenceDefinition definition = new SequenceDefinition(
                    mode.name(),
                    mode,
                    List.of(new NumberRange(1, Long.MAX_VALUE)),
                    SequenceOptions.DEFAULT.withBlock(100, 400));
            await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                    .until(() -> node.create(definition) != null);
        }
        CompletableFuture<?> outage = CompletableFuture.runAsync(() -> stopForAWhile(answers.values()));
        Callers.run(CALLERS_OF_EACH * answers.size(), caller -> {
            SequenceMode mode = SequenceMode.values()[caller % answers.size()];
            while (!outage.isDone()) {
                ask(mode, answers.get(mode));
            }
            return null;
        });
        outage.join();
        answers.forEach((mode, given) -> {
            // It comes after all that was in doubt.
            given.numbers.add(await().ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                    .until(() -> node.next(mode.name()), number -> number > 0));
            long last = given.numbers.stream().mapToLong(number -> number).max().orElseThrow();
            long givenUp = node.usage(mode.name()).lost();
            assertThat(givenUp)
                    .as("given up: %s", mode)
                    .isLessThanOrEqualTo(mode == SequenceMode.ORDERED ? given.failed.get() : 0);
            assertThat(given.numbers).as("%s", mode).doesNotHaveDuplicates().hasSize(Math.toIntExact(last - givenUp));
        });
    }

    private void ask(SequenceMode mode, Answers answers) {
        try {
            answers.numbers.add(node.next(mode.name()));
        } catch (SequenceUnavailableException e) {
            assertThat(e)
                    .hasMessageMatching(
                            "sequence %s cannot be served now, .*: waited ([5-9]\\d\\d|\\d{4,}) ms; ask again later"
                                    .formatted(mode));
            answers.failed.incrementAndGet();
        }
    }

    /** Lets calls be under way, and then wait longer than they may, in each mode. */
    private void stopForAWhile(Collection<Answers> answers) {
        try {
            awaitNumbers(answers);
            zooKeeper.stop();
            await().until(() -> answers.stream().allMatch(given -> given.failed.get() >= CALLERS_OF_EACH));
            zooKeeper.restart();
            awaitNumbers(answers);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitNumbers(Collection<Answers> answers) {
        for (Answers given : answers) {
            int before = given.numbers.size();
            await().until(() -> given.numbers.size() > before + 10 * CALLERS_OF_EACH);
        }
    }
}
