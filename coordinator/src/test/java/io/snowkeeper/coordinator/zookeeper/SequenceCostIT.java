package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.coordinator.store.StoreSecurity;
import io.snowkeeper.coordinator.zookeeper.CountingZooKeeper.Asked;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What sequences cost ZooKeeper, as docs/operations.md tells. */
class SequenceCostIT {

    /** So long that no sweep is made meanwhile. */
    private static final Duration NO_SWEEP = Duration.ofMinutes(1);

    private static final int BLOCK = 100;

    @TempDir
    private Path folder;

    private final List<Sequences> opened = new ArrayList<>();
    private CountingZooKeeper zooKeeper;
    private Sequences sequences;
    private int seen;

    @BeforeEach
    void start() throws Exception {
        zooKeeper = CountingZooKeeper.start(folder);
        sequences = open(NO_SWEEP);
        create("first", SequenceMode.ORDERED);
    }

    @AfterEach
    void stop() throws Exception {
        for (Sequences each : opened) {
            each.close();
        }
        zooKeeper.close();
    }

    private Sequences open(Duration sweepInterval) {
        Sequences made = new ZooKeeperCoordinator()
                .sequences(new SequenceSettings(
                        zooKeeper.connectString(),
                        "n",
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        10_000,
                        10_000,
                        sweepInterval,
                        StoreSecurity.NONE));
        made.start();
        opened.add(made);
        return made;
    }

    private static <T> T get(CompletionStage<T> answer) {
        return answer.toCompletableFuture().join();
    }

    private void create(String name, SequenceMode mode) {
        get(sequences.create(new SequenceDefinition(
                name, mode, List.of(new NumberRange(1, 1_000_000)), SequenceOptions.DEFAULT.withBlock(BLOCK, BLOCK))));
    }

    private Grant next(String name) {
        return get(sequences.next(NextRequest.of(name)));
    }

    private Grant next(String name, String key) {
        return get(sequences.next(NextRequest.of(name).withKey(key)));
    }

    private void confirm(String name, Grant grant) {
        get(sequences.confirm(name, grant.reservation().orElseThrow()));
    }

    /** What is asked from now on counts. */
    private void count() throws Exception {
        zooKeeper.since(0, 1);
        seen = zooKeeper.asked().size();
    }

    private void assertCost(String name) throws Exception {
        Cost documented = Cost.documented(name);
        List<Asked> requests = zooKeeper.since(seen, documented.requests());
        assertThat(Cost.of(requests)).as("%s: %s", name, requests).isEqualTo(documented);
    }

    @Test
    void aSequenceIsCreated() throws Exception {
        count();

        create("A", SequenceMode.ORDERED);

        assertCost("a sequence is created");
    }

    @Test
    void aSequenceIsAskedForForTheFirstTime() throws Exception {
        create("A", SequenceMode.ORDERED);
        count();

        next("A");

        assertCost("a node's first number of a sequence");
    }

    @Test
    void anUnknownSequenceIsAskedFor() throws Exception {
        count();

        // What is answered before the call has returned is asked once more.
        zooKeeper.hold();
        CompletionStage<Throwable> answer =
                sequences.next(NextRequest.of("unknown")).handle((grant, failure) -> failure);
        zooKeeper.release();
        get(answer);

        assertCost("a number of a sequence that there is not");
    }

    @Test
    void anOrderedNumber() throws Exception {
        create("A", SequenceMode.ORDERED);
        next("A");
        count();

        next("A");

        assertCost("an ordered number");
    }

    @Test
    void callsThatWaitForTheWriteBeforeShareOne() throws Exception {
        create("A", SequenceMode.ORDERED);
        next("A");
        count();

        zooKeeper.hold();
        List<CompletableFuture<Grant>> grants = new ArrayList<>();
        grants.add(sequences.next(NextRequest.of("A")).toCompletableFuture());
        zooKeeper.awaitHeld();
        for (int i = 1; i < 50; i++) {
            grants.add(sequences.next(NextRequest.of("A")).toCompletableFuture());
        }
        zooKeeper.release();
        grants.forEach(CompletableFuture::join);

        assertCost("50 ordered numbers for 50 callers, one of them before the others");
    }

    @Test
    void aGaplessNumber() throws Exception {
        create("G", SequenceMode.GAPLESS);
        confirm("G", next("G"));
        count();

        Grant grant = next("G");
        assertCost("a gapless number");
        count();
        confirm("G", grant);

        assertCost("the confirmation of a gapless number");
    }

    @Test
    void aNumberWithAKey() throws Exception {
        create("A", SequenceMode.ORDERED);
        next("A");
        count();

        next("A", "key");
        assertCost("a number with a new key");
        count();
        next("A", "key");

        assertCost("the same number with the same key once more");
    }

    @Test
    void numbersOfABlockCostOneWriteForHalfABlockToAWholeOne() throws Exception {
        create("B", SequenceMode.BLOCK);
        next("B");
        count();

        for (int i = 0; i < 10 * BLOCK; i++) {
            next("B");
        }

        Cost cost = Cost.of(zooKeeper.since(seen, 10));
        assertThat(cost.writes()).isBetween(10, 20);
        assertThat(cost).isEqualTo(new Cost(cost.writes(), 0, 0, 0));
    }

    @Test
    void aSequenceIsDescribed() throws Exception {
        create("A", SequenceMode.ORDERED);
        count();

        get(sequences.describe("A"));

        assertCost("a sequence is described");
    }

    @Test
    void sequencesAreListed() throws Exception {
        create("A", SequenceMode.ORDERED);
        create("B", SequenceMode.ORDERED);
        count();

        get(sequences.list(Optional.empty(), 100));
        assertCost("a page of 3 sequences, the names read");
        count();
        get(sequences.list(Optional.of("first"), 100));

        assertCost("an empty page, no name made or deleted since");
    }

    @Test
    void theSecondNodeStandsForElection() throws Exception {
        String name = "sequences are opened, on a node that is not the first one";
        open(Duration.ofSeconds(1));
        zooKeeper.awaitRequest(0, "getData /snowkeeper/sequences/first/");
        count();

        open(Duration.ofSeconds(1));

        zooKeeper.awaitRequest(seen, "getData /snowkeeper/sweeper/");
        List<Asked> asked = zooKeeper.since(seen, 1);
        // The elected one may look meanwhile whether its connection lives.
        List<Asked> requests = asked.stream()
                .filter(request -> request.session() == zooKeeper.lastSession())
                .toList();
        assertThat(Cost.of(requests)).as("%s: %s", name, requests).isEqualTo(Cost.documented(name));
    }
}
