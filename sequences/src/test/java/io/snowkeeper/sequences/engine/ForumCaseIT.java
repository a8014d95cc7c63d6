package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Policy numbers of two products, from three nodes at once. */
class ForumCaseIT {

    private static final NumberRange PRODUCT_A = new NumberRange(202043200000000L, 202043210000000L);
    private static final NumberRange PRODUCT_B = new NumberRange(13200500, 20500000);
    private static final int CLIENTS = 16;

    /** A node that stops gives blocks back for no longer. */
    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final String zooKeeper = SharedZooKeeper.newConnectString();
    private final List<ServingNode> nodes = new ArrayList<>();

    @BeforeEach
    void start() {
        for (int i = 0; i < 3; i++) {
            nodes.add(ServingNode.start(zooKeeper));
        }
    }

    @AfterEach
    void stop() {
        nodes.forEach(ServingNode::closeAside);
    }

    private record Taken(List<Long> ofA, List<Long> ofB) {}

    private List<Taken> sell(int sales) throws InterruptedException {
        return Callers.run(CLIENTS, client -> {
            ServingNode node = nodes.get(client % nodes.size());
            Taken taken = new Taken(new ArrayList<>(), new ArrayList<>());
            for (int sale = 0; sale < sales; sale++) {
                taken.ofA().add(node.next("A"));
                taken.ofB().add(node.next("B"));
            }
            return taken;
        });
    }

    @Test
    void orderedNumbersHaveNoGapAndEachClientsOwnIncrease() throws Exception {
        nodes.get(0).create("A", SequenceMode.ORDERED, PRODUCT_A);
        nodes.get(1).create("B", SequenceMode.ORDERED, PRODUCT_B);
        List<Taken> taken = sell(75);
        assertThat(taken).allSatisfy(client -> {
            assertThat(client.ofA()).isSorted();
            assertThat(client.ofB()).isSorted();
        });
        int sold = CLIENTS * 75;
        assertThat(taken.stream().flatMap(client -> client.ofA().stream()).sorted())
                .containsExactlyElementsOf(numbers(PRODUCT_A.from(), sold));
        assertThat(taken.stream().flatMap(client -> client.ofB().stream()).sorted())
                .containsExactlyElementsOf(numbers(PRODUCT_B.from(), sold));
    }

    @Test
    void everyNodeGetsItsTurnWhileAllWriteTheSameSequence() throws Exception {
        nodes.get(0).create("A", SequenceMode.ORDERED, PRODUCT_A);
        AtomicInteger total = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(3);
        List<Integer> shares = Callers.run(3, client -> {
            // Each has found the sequence, and none is ahead of the others.
            nodes.get(client).next("A");
            await(together);
            int mine = 0;
            while (total.incrementAndGet() <= 900) {
                nodes.get(client).next("A");
                mine++;
            }
            return mine;
        });
        assertThat(shares).allSatisfy(share -> assertThat(share).isGreaterThan(45));
    }

    @Test
    void blockNumbersAreInsideTheirRangesAndNoneComesTwice() throws Exception {
        nodes.get(0).create("A", SequenceMode.BLOCK, PRODUCT_A);
        nodes.get(1).create("B", SequenceMode.BLOCK, PRODUCT_B);
        List<Taken> taken = sell(500);
        List<Long> ofA = taken.stream().flatMap(client -> client.ofA().stream()).toList();
        List<Long> ofB = taken.stream().flatMap(client -> client.ofB().stream()).toList();
        assertThat(Set.copyOf(ofA)).hasSize(CLIENTS * 500);
        assertThat(Set.copyOf(ofB)).hasSize(CLIENTS * 500);
        assertThat(ofA).allMatch(number -> PRODUCT_A.from() <= number && number <= PRODUCT_A.to());
        assertThat(ofB).allMatch(number -> PRODUCT_B.from() <= number && number <= PRODUCT_B.to());
        assertThat(taken).allSatisfy(client -> assertThat(client.ofA()).isSorted());
    }

    @Test
    void nodesThatDieInBlockModeLoseABlockEachAtTheMost() throws Exception {
        long block = 500;
        nodes.get(0)
                .create(new SequenceDefinition(
                        "A",
                        SequenceMode.BLOCK,
                        List.of(new NumberRange(1, 1_000_000)),
                        SequenceOptions.DEFAULT.withBlock(block, block)));
        Set<Long> got = ConcurrentHashMap.newKeySet();
        Callers.run(CLIENTS, client -> {
            for (int i = 0; i < 400; i++) {
                if (client == 0 && i == 100) {
                    nodes.get(1).kill();
                    nodes.get(2).kill();
                }
                try {
                    assertThat(got.add(nodes.get(client % 3).next("A"))).isTrue();
                } catch (SequenceUnavailableException e) {
                    // Its node was killed.
                    return i;
                }
            }
            return 400;
        });
        long taken = nodes.get(0).describe("A").taken();
        assertThat(taken - got.size()).isLessThanOrEqualTo(3 * block);
    }

    @Test
    void aNodeThatStopsGivesItsBlockBack() {
        long tookNanos;
        long number;
        long next;
        int tries = 0;
        // Once more where the machine stood still until it gave up.
        do {
            ServingNode stopping = ServingNode.start(zooKeeper);
            nodes.add(stopping);
            String sequence = "A" + tries;
            stopping.create(sequence, SequenceMode.BLOCK, PRODUCT_A);
            number = stopping.next(sequence);
            long begun = System.nanoTime();
            stopping.close();
            tookNanos = System.nanoTime() - begun;
            next = nodes.get(1).next(sequence);
            tries++;
        } while (next != number + 1 && tookNanos >= STOP_NANOS && tries < 5);
        assertThat(next).isEqualTo(number + 1);
    }

    @Test
    void aNodeThatStopsKeepsABlockThatOthersCameAfter() {
        nodes.get(0).create("A", SequenceMode.BLOCK, PRODUCT_A);
        nodes.get(0).next("A");
        long number = nodes.get(1).next("A");
        nodes.get(0).close();
        assertThat(nodes.get(1).next("A")).isEqualTo(number + 1);
        assertThat(nodes.get(2).next("A")).isGreaterThan(number + 1);
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static List<Long> numbers(long from, int count) {
        return LongStream.range(from, from + count).boxed().toList();
    }
}
