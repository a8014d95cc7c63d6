package io.snowkeeper.sequences.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.wire.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node whose connection comes to another fleet's ZooKeeper, as by a wrong DNS answer. */
class OtherFleetIT {

    private static final NumberRange RANGE = new NumberRange(1, 1_000);
    private static final String REFUSAL =
            "sequences are refused: the fleet in ZooKeeper is not the one that this node has joined: it was fleet one, it is %s; check where the node's connections to ZooKeeper lead and whether its data was replaced, then restart the node";

    private static final AtomicInteger ROOTS = new AtomicInteger();

    private static TestingServer ours;
    private static TestingServer others;

    private final String root = "/root-" + ROOTS.incrementAndGet();
    private final String oursHere = ours.getConnectString() + root;
    private final String othersHere = others.getConnectString() + root;
    private Wire wire;
    private ServingNode node;

    @BeforeAll
    static void startServers() throws Exception {
        ours = TemporaryZooKeeper.withTick(500);
        others = TemporaryZooKeeper.withTick(500);
    }

    @AfterAll
    static void stopServers() throws Exception {
        ours.close();
        others.close();
    }

    @BeforeEach
    void start() throws Exception {
        wire = Wire.to(ours.getPort());
        makeFleet(oursHere, "one");
        makeFleet(othersHere, "two");
        // A session that ends soon is one that goes on soon with a server that has not seen it.
        node = ServingNode.start(wire.connectString() + root, Duration.ofSeconds(1), Duration.ofSeconds(60));
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
        wire.close();
    }

    private static void makeFleet(String connectString, String id) throws Exception {
        try (RawZnodes raw = new RawZnodes(connectString)) {
            raw.create(
                    "/fleet",
                    "{\"id\":\"%s\",\"layout\":\"41/10/12\",\"epoch\":\"2020-01-01T00:00:00Z\",\"tick\":\"MILLISECOND\"}"
                            .formatted(id));
        }
    }

    private void makeTheSameSequenceThere(SequenceMode mode) throws Exception {
        try (ServingNode another = ServingNode.start(othersHere)) {
            another.create("A", mode, RANGE);
        }
        // Ahead of the node's knowledge of its own fleet, so that its session may go on there.
        try (RawZnodes rawOurs = new RawZnodes(oursHere);
                RawZnodes rawOthers = new RawZnodes(othersHere)) {
            long seen = rawOurs.write() + 100;
            while (rawOthers.write() < seen) {
                // Each write gets it ahead by one.
            }
        }
    }

    private void leadTo(TestingServer server) {
        wire.leadTo(server.getPort());
        wire.cut();
        wire.heal();
    }

    private void awaitRefusal(String found) {
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThatThrownBy(() -> node.describe("nothing"))
                        .isInstanceOf(SequenceUnavailableException.class)
                        .hasMessage(REFUSAL.formatted(found)));
    }

    @Test
    void numbersOfAnotherFleetAreNotHandedOut() throws Exception {
        node.create("A", SequenceMode.ORDERED, RANGE);
        for (int i = 1; i <= 5; i++) {
            assertThat(node.next("A")).isEqualTo(i);
        }
        makeTheSameSequenceThere(SequenceMode.ORDERED);
        leadTo(others);
        List<Long> handedOut = new ArrayList<>();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> tryNext(handedOut).startsWith("sequences are refused: the fleet in ZooKeeper"));
        assertThat(handedOut).as("numbers of the other fleet").isEmpty();
        awaitRefusal("fleet two");
    }

    private String tryNext(List<Long> handedOut) {
        try {
            handedOut.add(node.next("A"));
            return "";
        } catch (SequenceUnavailableException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void aNodeThatHasSeenAnotherFleetStaysOutWhereverItsConnectionLeadsThen() throws Exception {
        node.create("A", SequenceMode.BLOCK, RANGE);
        node.next("A");
        leadTo(others);
        awaitRefusal("fleet two");
        leadTo(ours);
        assertThatThrownBy(() -> node.next("A"))
                .as("what is kept of a block is refused, too")
                .hasMessage(REFUSAL.formatted("fleet two"));
        awaitRefusal("fleet two");
    }

    @Test
    void aFleetThatWasDeletedUnderARunningNodeIsNotServed() throws Exception {
        node.create("A", SequenceMode.ORDERED, RANGE);
        try (RawZnodes raw = new RawZnodes(oursHere)) {
            raw.delete("/fleet");
        }
        awaitRefusal("gone");
    }

    @Test
    void sequencesAreOfTheFleetThatTheNodesIdsAreOf() {
        AtomicReference<Optional<String>> joined = new AtomicReference<>(Optional.empty());
        try (ServingNode member = ServingNode.start(oursHere, joined::get)) {
            member.create("A", SequenceMode.ORDERED, RANGE);
            joined.set(Optional.of("one"));
            assertThat(member.next("A")).isEqualTo(1);
        }
        joined.set(Optional.empty());
        try (ServingNode member = ServingNode.start(oursHere, joined::get)) {
            assertThat(member.next("A")).isEqualTo(2);
            joined.set(Optional.of("another"));
            assertThatThrownBy(() -> member.next("A"))
                    .isInstanceOf(SequenceUnavailableException.class)
                    .hasMessageContaining("it was fleet another, it is fleet one;");
        }
    }

    @Test
    void whereThereIsNoFleetYetSequencesAreOfTheOneThatIsMade() throws Exception {
        String empty = ours.getConnectString() + root + "-empty";
        try (ServingNode early = ServingNode.start(empty)) {
            early.create("A", SequenceMode.ORDERED, RANGE);
            makeFleet(empty, "one");
            assertThat(early.next("A")).isEqualTo(1);
            try (RawZnodes raw = new RawZnodes(empty)) {
                raw.client().setData().forPath(raw.absolute("/fleet"), "{\"id\":\"two\"}".getBytes(UTF_8));
            }
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThatThrownBy(() -> early.next("A")).hasMessage(REFUSAL.formatted("fleet two")));
        }
    }
}
