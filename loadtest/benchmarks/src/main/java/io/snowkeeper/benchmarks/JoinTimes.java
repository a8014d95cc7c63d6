package io.snowkeeper.benchmarks;

import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** How long embedded members take to join a fleet that is up: from the call to the first id. Prints one line. */
public final class JoinTimes {

    private static final int JOINS = 50;

    private JoinTimes() {}

    /** Takes no arguments. */
    public static void main(String[] args) throws IOException, InterruptedException {
        try (ZooKeeperServer zooKeeper = ZooKeeperServer.plain(Files.createTempDirectory("snowkeeper-join"))) {
            // The first one loads the classes, and makes the fleet.
            long firstMillis = join(zooKeeper.connectString());
            long[] millis = new long[JOINS];
            for (int i = 0; i < JOINS; i++) {
                millis[i] = join(zooKeeper.connectString());
            }
            Arrays.sort(millis);
            System.out.printf(
                    "first in the process and the fleet: %d ms; %d others: median %d ms, longest %d ms%n",
                    firstMillis, JOINS, millis[JOINS / 2], millis[JOINS - 1]);
        }
    }

    private static long join(String connectString) {
        long begun = System.nanoTime();
        try (LeasedIds ids = LeasedIds.join(connectString, LeasedIdsOptions.named("joining"))) {
            long first = ids.next();
            if (first < 0) {
                throw new AssertionError("no id: " + first);
            }
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        }
    }
}
