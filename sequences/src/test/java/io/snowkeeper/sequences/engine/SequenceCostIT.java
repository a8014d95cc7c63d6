package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import io.snowkeeper.testkit.wire.Cost;
import io.snowkeeper.testkit.wire.CountingZooKeeper;
import io.snowkeeper.testkit.wire.CountingZooKeeper.Asked;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of sequences for ZooKeeper, as in docs/run/operations.md. */
class SequenceCostIT {

    /** So long that no sweep is made meanwhile. */
    private static final Duration NO_SWEEP = Duration.ofMinutes(1);

    private static final int BLOCK = 100;

    @TempDir
    private static Path folder;

    private static CountingZooKeeper zooKeeper;

    /** The sequences of one fleet. They are made for all tests, so that the server comes to rest once. */
    private static Sequences sequences;

    private final List<Sequences> opened = new ArrayList<>();
    private int seen;

    @BeforeAll
    static void start() throws Exception {
        zooKeeper = CountingZooKeeper.start(folder);
        sequences = open("fleet", NO_SWEEP);
        create(sequences, "first", SequenceMode.ORDERED);
        create(sequences, "unasked", SequenceMode.ORDERED);
        create(sequences, "A", SequenceMode.ORDERED);
        next("A");
        create(sequences, "B", SequenceMode.BLOCK);
        next("B");
        create(sequences, "G", SequenceMode.GAPLESS);
        confirm("G", next("G"));
        zooKeeper.awaitRest();
    }

    @AfterAll
    static void stop() throws Exception {
        sequences.close();
        zooKeeper.close();
    }

    @AfterEach
    void close() {
        opened.forEach(Sequences::close);
    }

    private static Sequences open(String fleet, Duration sweepInterval) {
        Sequences made = FleetSequences.of(
                new ZooKeeperCoordinator(),
                new SequenceSettings(
                        zooKeeper.connectString() + "/" + fleet,
                        "n",
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60),
                        10_000,
                        10_000,
                        sweepInterval,
                        SequenceSettings.DEFAULT_MAX_SKEW,
                        StoreSecurity.NONE));
        made.start();
        return made;
    }

    /** Opens sequences for the present test. */
    private Sequences openHere(String fleet, Duration sweepInterval) {
        Sequences made = open(fleet, sweepInterval);
        opened.add(made);
        return made;
    }

    private static <T> T get(CompletionStage<T> answer) {
        return answer.toCompletableFuture().join();
    }

    private static void create(Sequences by, String name, SequenceMode mode) {
        get(by.create(new SequenceDefinition(
                name, mode, List.of(new NumberRange(1, 1_000_000)), SequenceOptions.DEFAULT.withBlock(BLOCK, BLOCK))));
    }

    private static Grant next(String name) {
        return get(sequences.next(NextRequest.of(name)));
    }

    private static Grant next(String name, String key) {
        return get(sequences.next(NextRequest.of(name).withKey(key)));
    }

    private static void confirm(String name, Grant grant) {
        get(sequences.confirm(name, grant.reservation().orElseThrow()));
    }

    /** Counts requests from now on. The server has come to rest. */
    @BeforeEach
    void count() {
        seen = zooKeeper.asked().size();
    }

    /** As {@link #count}, once the server has come to rest. */
    private void countFromRest() throws Exception {
        zooKeeper.awaitRest();
        count();
    }

    private void assertCost(String name) throws Exception {
        Cost documented = Cost.documented(name);
        List<Asked> requests = zooKeeper.since(seen, documented.requests());
        assertThat(Cost.of(requests)).as("%s: %s", name, requests).isEqualTo(documented);
    }

    @Test
    void aSequenceIsCreated() throws Exception {
        create(sequences, "created", SequenceMode.ORDERED);

        assertCost("a sequence is created");
    }

    @Test
    void aSequenceIsAskedForForTheFirstTime() throws Exception {
        next("unasked");

        assertCost("a node's first number of a sequence");
    }

    @Test
    void anUnknownSequenceIsAskedFor() throws Exception {
        // A request that is answered before the call has returned is sent once more.
        zooKeeper.hold();
        CompletionStage<Throwable> answer =
                sequences.next(NextRequest.of("unknown")).handle((grant, failure) -> failure);
        zooKeeper.release();
        get(answer);

        assertCost("a number of a sequence that there is not");
    }

    @Test
    void anOrderedNumber() throws Exception {
        next("A");

        assertCost("an ordered number");
    }

    @Test
    void callsThatWaitForTheWriteBeforeShareOne() throws Exception {
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
        Grant grant = next("G");
        assertCost("a gapless number");
        count();
        confirm("G", grant);

        assertCost("the confirmation of a gapless number");
    }

    @Test
    void aNumberWithAKey() throws Exception {
        next("A", "key");
        assertCost("a number with a new key");
        count();
        next("A", "key");

        assertCost("the same number with the same key once more");
    }

    @Test
    void numbersOfABlockCostOneWriteForHalfABlockToAWholeOne() throws Exception {
        for (int i = 0; i < 10 * BLOCK; i++) {
            next("B");
        }

        zooKeeper.awaitRest();
        Cost cost = Cost.of(zooKeeper.since(seen, 10));
        assertThat(cost.writes()).isBetween(10, 20);
        assertThat(cost).isEqualTo(new Cost(cost.writes(), 0, 0, 0));
    }

    @Test
    void aSequenceIsDescribed() throws Exception {
        get(sequences.describe("A"));

        assertCost("a sequence is described");
    }

    @Test
    void sequencesAreListed() throws Exception {
        Sequences three = openHere("three", NO_SWEEP);
        for (String name : List.of("first", "A", "B")) {
            create(three, name, SequenceMode.ORDERED);
        }
        countFromRest();

        get(three.list(Optional.empty(), 100));
        assertCost("a page of 3 sequences, the names read");
        count();
        get(three.list(Optional.of("first"), 100));

        assertCost("an empty page, no name made or deleted since");
    }

    @Test
    void theSecondNodeStandsForElection() throws Exception {
        String name = "sequences are opened, on a node that is not the first one";
        Sequences elected = openHere("two", Duration.ofMillis(100));
        create(elected, "first", SequenceMode.ORDERED);
        zooKeeper.awaitRequest(seen, "getData /two/sequences/first/");
        countFromRest();

        openHere("two", Duration.ofMillis(100));

        zooKeeper.awaitRequest(seen, "createSession");
        long second = zooKeeper.lastSession();
        Cost documented = Cost.documented(name);
        await().until(() -> ofSession(second, zooKeeper.asked()).size() >= documented.requests());
        List<Asked> requests = ofSession(second, zooKeeper.since(seen, 1));
        assertThat(Cost.of(requests)).as("%s: %s", name, requests).isEqualTo(documented);
    }

    /** The elected one may look meanwhile whether its connection lives. */
    private static List<Asked> ofSession(long session, List<Asked> requests) {
        return requests.stream().filter(request -> request.session() == session).toList();
    }
}
