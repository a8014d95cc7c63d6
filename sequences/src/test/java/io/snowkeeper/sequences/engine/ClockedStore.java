package io.snowkeeper.sequences.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store whose records have the times of a {@link ServerClock}, if there is one. A node may have another rule of the zone {@value #ZONE} than others: it sees
 * another zone.
 */
class ClockedStore extends SequenceStore {

    static final String ZONE = "+01:00";

    private final @Nullable ServerClock clock;
    private final String zone;

    ClockedStore(CoordinationStore store, @Nullable ServerClock clock) {
        this(store, clock, ZONE, Environment.REAL);
    }

    /** @param zone the zone that {@value #ZONE} seems to be; not UTC, which is not written as it is given */
    ClockedStore(CoordinationStore store, @Nullable ServerClock clock, String zone, Environment environment) {
        super(store, new ServedFleet(Optional::empty), environment);
        this.clock = clock;
        this.zone = zone;
    }

    @Override
    public CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch) {
        return super.read(path, watch).thenApply(found -> found.map(this::stamped));
    }

    @Override
    public CompletableFuture<Optional<StoredRecord>> readLatest(String path, @Nullable Watch watch) {
        return super.readLatest(path, watch).thenApply(found -> found.map(this::stamped));
    }

    @Override
    public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
        return super.write(changes.stream().map(this::sent).toList()).thenApply(stamps -> {
            List<@Nullable RecordStamp> stamped = new ArrayList<>();
            for (RecordStamp stamp : stamps) {
                stamped.add(stamp == null || clock == null ? stamp : clock.stamped(stamp));
            }
            return stamped;
        });
    }

    private StoredRecord stamped(StoredRecord read) {
        return clock == null
                ? read
                : new StoredRecord(read.path(), replaced(read.payload(), ZONE, zone), clock.stamped(read.stamp()));
    }

    private Change sent(Change change) {
        return change instanceof Change.Set set
                ? new Change.Set(set.path(), replaced(set.payload(), zone, ZONE), set.version())
                : change;
    }

    private static byte[] replaced(byte[] payload, String zone, String by) {
        return zone.equals(by) || payload.length == 0 || payload[0] != '{'
                ? payload
                : new String(payload, UTF_8)
                        .replace("\"zone\":\"" + zone, "\"zone\":\"" + by)
                        .getBytes(UTF_8);
    }
}
