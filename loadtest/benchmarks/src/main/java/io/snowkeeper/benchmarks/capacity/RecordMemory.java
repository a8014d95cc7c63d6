package io.snowkeeper.benchmarks.capacity;

import io.snowkeeper.benchmarks.sequence.DurableServers;
import io.snowkeeper.benchmarks.sequence.FirstWrite;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;

/** The memory of a key, a pending reservation and a sequence, in ZooKeeper and in the node that has made them. */
final class RecordMemory {

    private static final int RECORDS = Integer.getInteger("records", 100_000);
    private static final int KEYS = Integer.getInteger("keys", RECORDS);
    private static final int SEQUENCES = Integer.getInteger("sequences", 2_000);
    private static final int AT_ONCE = 500;

    /** ZooKeeper keeps the last transactions for servers that come back: 500 and not fewer, each of up to a megabyte. */
    private static final int KEPT_TRANSACTIONS = 500;

    private static final int SMALL = 2 * KEPT_TRANSACTIONS;

    /** A creation is several writes, one after the other for the whole fleet, and has two seconds. */
    private static final int CREATED_AT_ONCE = 4;

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final NumberRange NUMBERS = new NumberRange(1, 1L << 40);

    private static final SequenceOptions KEPT =
            SequenceOptions.DEFAULT.withKeyRetention(Duration.ofDays(7)).withMaxKeys(SequenceOptions.MAX_KEYS);

    private final Sequences sequences;
    private final InetSocketAddress server;
    private final long serverPid;

    /** @param keptHeap the server's heap taken by the last transactions, which is not in the rest */
    private record Figures(
            long znodes, long dataBytes, long serverHeap, long keptHeap, long ownHeap, long transactions) {}

    private RecordMemory(Sequences sequences, InetSocketAddress server, long serverPid) {
        this.sequences = sequences;
        this.server = server;
        this.serverPid = serverPid;
    }

    static void run(Path folder) throws IOException, InterruptedException {
        try (Ensemble ensemble = DurableServers.start(1, "-Xmx2g", folder);
                Sequences sequences = FirstWrite.open(ensemble.connectString(), "capacity")) {
            long pid =
                    ProcessHandle.current().children().findFirst().orElseThrow().pid();
            RecordMemory memory = new RecordMemory(sequences, ensemble.address(0), pid);
            memory.measureAll();
        }
    }

    private void measureAll() throws IOException, InterruptedException {
        create("small", SequenceMode.ORDERED);
        create("warm", SequenceMode.GAPLESS);
        make(1_000, AT_ONCE, i -> next("warm", "key-" + i));
        create("keys", SequenceMode.ORDERED);
        report(
                "key of an ordered number",
                KEYS,
                AT_ONCE,
                i -> next("keys", UUID.randomUUID().toString()));
        create("pending", SequenceMode.GAPLESS);
        report("pending reservation", RECORDS, AT_ONCE, i -> next("pending"));
        create("documents", SequenceMode.GAPLESS);
        report(
                "pending reservation with a key",
                RECORDS,
                AT_ONCE,
                i -> next("documents", UUID.randomUUID().toString()));
        report(
                "ordered sequence",
                SEQUENCES,
                CREATED_AT_ONCE,
                i -> sequences.create(definition("sequence-" + i, SequenceMode.ORDERED)));
        report(
                "ordered sequence that a node writes, once more",
                SEQUENCES,
                CREATED_AT_ONCE,
                i -> next("sequence-" + i));
    }

    private void report(String name, int count, int atOnce, IntFunction<CompletionStage<?>> record)
            throws IOException, InterruptedException {
        Figures before = figures();
        make(count, atOnce, record);
        Figures after = figures();
        System.out.printf(
                Locale.ROOT,
                "memory %-46s n=%,d: znodes %.2f, data %.0f B, ZooKeeper's heap %.0f B, the node's heap %.0f B, transactions %.2f each; the last %d transactions %.1f MB%n",
                name,
                count,
                (after.znodes - before.znodes) / (double) count,
                (after.dataBytes - before.dataBytes) / (double) count,
                (after.serverHeap - before.serverHeap) / (double) count,
                (after.ownHeap - before.ownHeap) / (double) count,
                (after.transactions - before.transactions - SMALL) / (double) count,
                KEPT_TRANSACTIONS,
                after.keptHeap / 1e6);
    }

    private Figures figures() throws IOException, InterruptedException {
        long transactions = ServerFigures.transactions(server);
        long withKept = LiveHeap.bytes(serverPid);
        // Small ones take the place of those that have made the records.
        make(SMALL, 1, i -> next("small"));
        long serverHeap = LiveHeap.bytes(serverPid);
        return new Figures(
                ServerFigures.figure(server, "zk_znode_count"),
                ServerFigures.figure(server, "zk_approximate_data_size"),
                serverHeap,
                withKept - serverHeap,
                LiveHeap.bytes(ProcessHandle.current().pid()),
                transactions);
    }

    private static void make(int count, int atOnce, IntFunction<CompletionStage<?>> record) {
        for (int from = 0; from < count; from += atOnce) {
            List<CompletionStage<?>> together = new ArrayList<>();
            for (int i = from; i < Math.min(count, from + atOnce); i++) {
                together.add(record.apply(i));
            }
            together.forEach(stage -> stage.toCompletableFuture().join());
        }
    }

    private void create(String name, SequenceMode mode) {
        sequences.create(definition(name, mode)).toCompletableFuture().join();
    }

    private static SequenceDefinition definition(String name, SequenceMode mode) {
        SequenceOptions options = mode == SequenceMode.GAPLESS ? KEPT.withMaxPending(200_000) : KEPT;
        return new SequenceDefinition(name, mode, List.of(NUMBERS), options);
    }

    private CompletionStage<?> next(String name) {
        return sequences.next(NextRequest.of(name).withTimeout(PATIENCE));
    }

    private CompletionStage<?> next(String name, String key) {
        return sequences.next(NextRequest.of(name).withKey(key).withTimeout(PATIENCE));
    }
}
