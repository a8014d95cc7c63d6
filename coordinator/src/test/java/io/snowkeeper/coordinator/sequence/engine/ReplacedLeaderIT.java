package io.snowkeeper.coordinator.sequence.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.SequenceUsedUpException;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperProcess;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The leader of an ensemble stands still, is replaced, and goes on without having heard of it; a node hangs on it. */
class ReplacedLeaderIT {

    @TempDir
    private Path folder;

    private List<ZooKeeperProcess> servers;
    private ZooKeeperProcess leader;
    private ServingNode onLeader;
    private ServingNode onOthers;

    @BeforeEach
    void start() throws Exception {
        servers = ZooKeeperProcess.ensemble(folder, 3);
        leader = leaderOf(servers);
        onLeader = ServingNode.startPatient("127.0.0.1:" + leader.port());
        List<String> others =
                others().stream().map(server -> "127.0.0.1:" + server.port()).toList();
        onOthers = ServingNode.startPatient(String.join(",", others));
    }

    @AfterEach
    void stop() throws Exception {
        leader.resume();
        onLeader.close();
        onOthers.close();
        for (ZooKeeperProcess server : servers) {
            server.close();
        }
    }

    private List<ZooKeeperProcess> others() {
        return servers.stream().filter(server -> server != leader).toList();
    }

    private static ZooKeeperProcess leaderOf(List<ZooKeeperProcess> among) {
        await().atMost(Duration.ofMinutes(2)).until(() -> among.stream().anyMatch(ZooKeeperProcess::leads));
        return among.stream().filter(ZooKeeperProcess::leads).findFirst().orElseThrow();
    }

    /** Asks until there is an answer to tell. */
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
        leader.pause();
        leaderOf(others());
        answer(() -> ServingNode.await(onOthers.sequences().append("used-up", new NumberRange(2, 3))));
        answer(() -> onOthers.create("new", SequenceMode.ORDERED, new NumberRange(1, 9)));
        CompletableFuture<Long> appended = askFor(onLeader, "used-up");
        CompletableFuture<Long> made = askFor(onLeader, "new");
        CompletableFuture<?> described = onLeader.sequences().describe("new").toCompletableFuture();
        leader.resume();
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

    /** Returns the number, or 0 if ZooKeeper could not be reached in time; fails whatever else was told. */
    private static long numberOrSilence(CompletableFuture<Long> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(SequenceUnavailableException.class);
            return 0;
        }
    }
}
