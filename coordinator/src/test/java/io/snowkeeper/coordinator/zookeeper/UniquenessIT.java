package io.snowkeeper.coordinator.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.time.SettableClock;
import io.snowkeeper.testkit.wire.Wire;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members that share few worker ids, under random faults of all kinds, for a while. Their ids all go into one set.
 * {@code -Dsnowkeeper.seed} repeats a run's choices, {@code -Dsnowkeeper.seconds} makes it longer.
 */
class UniquenessIT {

    private static final int NODES = 6;
    private static final int WORKER_BITS = 2;

    /** Longer than a window with the skew that is let pass. */
    private static final Duration AFTERLIFE = Duration.ofSeconds(8);

    @RegisterExtension
    private final Fleet fleet = new Fleet();

    @TempDir
    private Path directory;

    private final long seed = Long.getLong("snowkeeper.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Set<Long> ids = ConcurrentHashMap.newKeySet();
    private final Set<Long> duplicates = ConcurrentHashMap.newKeySet();

    @Test
    void noIdIsIssuedTwiceWhateverGoesWrong() throws Exception {
        fleet.haveItsOwnZooKeeper();
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Node(i));
        }
        // The fleet is there then, whose znodes are disturbed, too.
        await("seed " + seed).until(() -> !ids.isEmpty());
        long end = System.nanoTime()
                + Duration.ofSeconds(Long.getLong("snowkeeper.seconds", Extent.of(6L, 20L)))
                        .toNanos();
        while (System.nanoTime() < end) {
            Thread.sleep(random.nextInt(150));
            disturb(nodes.get(random.nextInt(NODES)));
        }
        int before = ids.size();
        for (Node node : nodes) {
            node.mend();
        }
        await("seed " + seed).until(() -> ids.size() > before);
        for (Node node : nodes) {
            node.stop();
        }
        assertThat(duplicates)
                .as("ids issued twice among %d, seed %d", ids.size(), seed)
                .isEmpty();
    }

    private void disturb(Node node) throws Exception {
        int dice = random.nextInt(100);
        if (dice < 25) {
            node.setClock();
        } else if (dice < 45) {
            node.crash(random.nextBoolean());
        } else if (dice < 55) {
            node.leave();
        } else if (dice < 70) {
            node.disturbWire();
        } else if (dice < 95) {
            node.mend();
        } else if (dice < 98) {
            deleteAClaim();
        } else {
            fleet.stopZooKeeper();
            Thread.sleep(random.nextInt(500));
            fleet.restartZooKeeper();
        }
    }

    private void deleteAClaim() {
        fleet.claims().stream().findAny().ifPresent(claim -> {
            try {
                fleet.delete(FleetPaths.claim(claim));
            } catch (AssertionError e) {
                // It is gone already.
            }
        });
    }

    /** One node's lives, one after the other. */
    private final class Node {

        private final String name;
        private final Duration window;
        private final Wire wire;
        private final SettableClock clock = new SettableClock();
        private final List<Thread> issuing = new ArrayList<>();

        private Path state;
        private int lives;
        private volatile @Nullable Member member;
        private volatile boolean stopped;

        Node(int number) throws Exception {
            name = "n" + number;
            // Within the time written to disk ahead of use, and beyond it.
            window = Duration.ofSeconds(number % 2 == 0 ? 1 : 4);
            wire = fleet.wire();
            state = directory.resolve(name);
            start();
        }

        void setClock() {
            int[] aheadMillis = {-3_000, -500, -50, 0, 0, 50, 500, 3_000, 3_600_000, -3_600_000};
            clock.setAhead(Duration.ofMillis(aheadMillis[random.nextInt(aheadMillis.length)]));
        }

        void disturbWire() {
            switch (random.nextInt(3)) {
                case 0 -> wire.cut();
                case 1 -> wire.hold();
                default ->
                    wire.loseAnswers(1 + random.nextInt(4), Wire.MULTI, Wire.CREATE, Wire.CREATE2, Wire.SET_DATA);
            }
        }

        /** Threads that still issue under the old life go on until its reservation ends. */
        void crash(boolean losesDisk) {
            Member crashed = member;
            if (crashed != null) {
                member = null;
                crashed.close();
                if (losesDisk) {
                    lives++;
                    state = directory.resolve(name + "-" + lives);
                }
            }
            start();
        }

        void leave() {
            Member leaving = member;
            if (leaving != null) {
                member = null;
                leaving.leaveInTime();
            }
            start();
        }

        void mend() {
            wire.heal();
            clock.setAhead(Duration.ZERO);
            if (member == null) {
                start();
            }
        }

        void stop() throws InterruptedException {
            stopped = true;
            for (Thread thread : issuing) {
                thread.join();
            }
            Member last = member;
            if (last != null) {
                last.close();
            }
        }

        private void start() {
            Member started = fleet.node(name)
                    .through(wire)
                    .workerBits(WORKER_BITS)
                    .window(window)
                    .session(Duration.ofSeconds(1))
                    .stateDirectory(state)
                    .clock(clock)
                    .acceptClockRollback()
                    .start();
            member = started;
            Thread thread = new Thread(() -> issue(started), name);
            issuing.add(thread);
            thread.start();
        }

        /** A few at a time, so that the memory of this test holds them; on for a while after the member's end. */
        private void issue(Member life) {
            long afterlife = AFTERLIFE.toNanos();
            long lastAlive = System.nanoTime();
            while (!stopped && System.nanoTime() - lastAlive < afterlife) {
                for (int i = 0; i < 3 && life.hadLease(); i++) {
                    life.tryNextId().filter(id -> !ids.add(id)).ifPresent(duplicates::add);
                }
                if (life == member) {
                    lastAlive = System.nanoTime();
                }
                // Two that held one worker id at a time would meet in some millisecond: an id has no finer time.
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
