package io.snowkeeper.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.simulation.machine.EventLoop;
import java.time.Duration;
import java.util.Locale;

/**
 * An operator that creates masses of one thing at the end of a world, when sequences still have to answer and numbers
 * to come back.
 */
final class PlentyOperator {

    /** More than fit into an answer that a usual connection takes. */
    private static final int NAMES = 8_100;

    /** The longest that a name may be, and before all others. */
    private static final String NAME = "a-%0126d";

    /** As many keys as one deleted sequence may have left. */
    private static final int REMAINS = 10_000;

    private static final int KEYS_IN_BUCKET = 200;

    /** As little as an operator may have servers take; all calls together are more. */
    private static final long MAX_WRITE_BYTES = 24 * 1024;

    /** By then numbers have come back, or do not. */
    private static final Duration KEPT = Duration.ofSeconds(60);

    private final MemoryEnsemble ensemble;
    private final EventLoop loop;

    PlentyOperator(MemoryEnsemble ensemble, EventLoop loop) {
        this.ensemble = ensemble;
        this.loop = loop;
    }

    void begin(WorldSettings.Plenty plenty) {
        switch (plenty) {
            case NOTHING -> {}
            case CALLS -> ensemble.takeWrites(MAX_WRITE_BYTES);
            case NAMES -> {
                makeNames();
                loop.after(KEPT, this::deleteNames);
            }
            case REMAINS -> makeRemains();
        }
    }

    private void makeNames() {
        for (int i = 0; i < NAMES; i++) {
            ensemble.put(SequencePaths.name(String.format(Locale.ROOT, NAME, i)), "none".getBytes(UTF_8));
        }
    }

    private void deleteNames() {
        for (int i = 0; i < NAMES; i++) {
            ensemble.deleteAll(SequencePaths.name(String.format(Locale.ROOT, NAME, i)));
        }
    }

    private void makeRemains() {
        String incarnation = "former";
        ensemble.put(SequencePaths.name("deleted"), PayloadCodec.encode(new NameRecord(null)));
        ensemble.put(SequencePaths.incarnation("deleted", incarnation), new byte[0]);
        String keys = SequencePaths.keys("deleted", incarnation);
        ensemble.put(keys, new byte[0]);
        for (int i = 0; i < REMAINS; i++) {
            String bucket = keys + "/" + String.format(Locale.ROOT, "%02d", i / KEYS_IN_BUCKET);
            if (i % KEYS_IN_BUCKET == 0) {
                ensemble.put(bucket, new byte[0]);
            }
            ensemble.put(bucket + "/" + i, new byte[0]);
        }
    }
}
