package io.snowkeeper.benchmarks;

import io.snowkeeper.coordinator.zookeeper.EmbeddedZooKeeper;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Ids of an embedded member while its lease is renewed once a second, beside the bare generator in the same process, with
 * the same member and ZooKeeper at their work.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class EmbeddedIds {

    /** 22 bits of sequence: 4 million ids a millisecond, so that the layout limits nothing. */
    private static final Layout WIDE = Layout.milliseconds(Layout.DEFAULT_EPOCH, 40, 1, 22);

    private final SnowflakeGenerator bare = new SnowflakeGenerator(WIDE, 1);

    private EmbeddedZooKeeper zooKeeper;
    private LeasedIds ids;

    /** Starts ZooKeeper, and joins. */
    @Setup
    public void join() throws IOException, InterruptedException {
        Path data = Files.createTempDirectory("snowkeeper-embedded");
        zooKeeper = EmbeddedZooKeeper.start(data, 0);
        ids = LeasedIds.join(
                zooKeeper.connectString(),
                LeasedIdsOptions.builder("benchmark")
                        .layout(WIDE)
                        .window(Duration.ofSeconds(3))
                        .build());
    }

    @TearDown
    public void leave() {
        ids.close();
        zooKeeper.close();
    }

    /** The generator alone. */
    @Benchmark
    public long bare() {
        return bare.next();
    }

    /** The generator under a lease, as an application asks it. */
    @Benchmark
    public long embedded() {
        return ids.next();
    }
}
