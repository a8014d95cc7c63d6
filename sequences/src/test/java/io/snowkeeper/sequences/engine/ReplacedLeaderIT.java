package io.snowkeeper.sequences.engine;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.SequenceUsedUpException;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The leader of an ensemble stands still, is replaced, and goes on without having heard of it; a node hangs on it. */
class ReplacedLeaderIT {

    private static final int SERVERS = 3;

    private static final String ZOOKEEPER_SETTINGS = """
            tickTime=500
            initLimit=20
            syncLimit=4
            maxSessionTimeout=60000
            admin.enableServer=false
            """;

    @TempDir
    private Path folder;

    private Ensemble ensemble;
    private int leader;
    private ServingNode onLeader;
    private ServingNode onOthers;

    @BeforeEach
    void start() throws Exception {
        ensemble = Ensemble.start(
                Ensemble.Host.local(SERVERS),
                JavaProcess.ownClassPath(),
                JavaProcess.QUICK,
                ZOOKEEPER_SETTINGS,
                folder);
        leader = await().until(ensemble::leader, OptionalInt::isPresent).getAsInt();
        onLeader = ServingNode.start(ensemble.connectString(leader));
        onOthers = ServingNode.start(IntStream.range(0, SERVERS)
                .filter(server -> server != leader)
                .mapToObj(ensemble::connectString)
                .collect(joining(",")));
    }

    @AfterEach
    void stop() throws Exception {
        ensemble.resume(leader);
        onLeader.close();
        onOthers.close();
        ensemble.close();
    }

    /** Repeats a request until it is answered. */
    private static <T> T answer(Callable<T> question) {
        return await().atMost(Duration.ofMinutes(3))
                .ignoreExceptionsInstanceOf(SequenceUnavailableException.class)
                .until(question, answer -> true);
    }

    @Test
    void usedUpAndUnknownAreNotToldByALeaderThatWasReplaced() throws Exception {
        answer(() -> onLeader.create("used-up", SequenceMode.ORDERED, new NumberRange(1, 1)));
        assertThat(answer(() -> onLeader.next("used-up"))).isEqualTo(1);
        assertThat(askFor(onLeader, "used-up"))
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(SequenceUsedUpException.class);
        ensemble.pause(leader);
        await().atMost(Duration.ofMinutes(2)).until(() -> ensemble.leader().orElse(leader) != leader);
        answer(() -> ServingNode.await(onOthers.sequences().append("used-up", new NumberRange(2, 3))));
        answer(() -> onOthers.create("new", SequenceMode.ORDERED, new NumberRange(1, 9)));
        CompletableFuture<Long> appended = askFor(onLeader, "used-up");
        CompletableFuture<Long> made = askFor(onLeader, "new");
        CompletableFuture<?> described = onLeader.sequences().describe("new").toCompletableFuture();
        ensemble.resume(leader);
        assertThat(numberOrSilence(appended)).isIn(0L, 2L);
        assertThat(numberOrSilence(made)).isIn(0L, 1L);
        numberOrSilence(described.thenApply(unused -> 0L));
        answer(() -> onLeader.next("used-up"));
        answer(() -> onLeader.next("new"));
    }

    private static CompletableFuture<Long> askFor(ServingNode node, String sequence) {
        return node.sequences()
                .next(NextRequest.of(sequence))
                .thenApply(grant -> grant.first())
                .toCompletableFuture();
    }

    /** Returns the number, or 0 if ZooKeeper could not be reached in time; fails with any other answer. */
    private static long numberOrSilence(CompletableFuture<Long> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(SequenceUnavailableException.class);
            return 0;
        }
    }
}
