package io.snowkeeper.benchmarks.capacity;

import io.snowkeeper.benchmarks.sequence.DurableServers;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.zookeeper.KeeperException;

/** How many conditional writes a second ensembles of one, three and five servers take, by how many are under way at once. */
final class EnsembleWrites {

    private static final int[] SERVERS = {1, 3, 5};
    private static final int[] AT_ONCE = {1, 16, 256};
    private static final Duration WARM_UP = Duration.ofSeconds(Long.getLong("warmup", 3));
    private static final Duration MEASURED = Duration.ofSeconds(Long.getLong("seconds", 8));

    private EnsembleWrites() {}

    static void run(Path folder) throws IOException, InterruptedException, KeeperException {
        for (int servers : SERVERS) {
            try (Ensemble ensemble = DurableServers.start(servers, "-Xmx1g", folder.resolve("of" + servers))) {
                for (int atOnce : AT_ONCE) {
                    System.out.printf(
                            Locale.ROOT,
                            "ensemble servers=%d writers=%-3d %,9.0f writes/s%n",
                            servers,
                            atOnce,
                            measure(ensemble.connectString(), atOnce));
                }
            }
        }
    }

    /** Writers have a connection each up to 16, as nodes have. */
    private static double measure(String connectString, int writers)
            throws IOException, InterruptedException, KeeperException {
        int connections = Math.min(writers, 16);
        List<ConditionalWrites> clients = new ArrayList<>();
        try {
            for (int i = 0; i < connections; i++) {
                clients.add(ConditionalWrites.start(connectString, writers / connections));
            }
            Thread.sleep(WARM_UP.toMillis());
            long before = sum(clients);
            long started = System.nanoTime();
            Thread.sleep(MEASURED.toMillis());
            return (sum(clients) - before) * 1e9 / (System.nanoTime() - started);
        } finally {
            for (ConditionalWrites client : clients) {
                client.close();
            }
        }
    }

    private static long sum(List<ConditionalWrites> clients) {
        return clients.stream().mapToLong(ConditionalWrites::count).sum();
    }
}
