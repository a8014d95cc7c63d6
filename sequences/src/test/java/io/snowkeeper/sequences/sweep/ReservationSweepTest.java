package io.snowkeeper.sequences.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.UnreadableRecords;
import io.snowkeeper.sequences.engine.ServingNode;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.ReservationTerm;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ReservationSweepTest {

    private final ScriptedTree tree = new ScriptedTree();
    private final SweepClock clock = new SweepClock(tree.clocks());
    private final Sweep owner =
            new Sweep("A", (sequence, command) -> command.answer(), clock, new UnreadableRecords(), System::nanoTime);
    private final ReservationSweep sweep = new ReservationSweep("A", owner, clock);

    /** Znodes that are there, or are denied. */
    private static final class ScriptedTree extends SequenceStore {

        final Map<String, Optional<StoredRecord>> znodes = new HashMap<>();
        final List<String> denied = new ArrayList<>();
        final List<String> buckets = new ArrayList<>();
        final List<String> asked = new ArrayList<>();

        ScriptedTree() {
            super(new MemoryEnsemble().client(), new ServedFleet(Optional::empty), Environment.REAL);
        }

        @Override
        public CompletableFuture<Optional<StoredRecord>> read(String path) {
            asked.add(path);
            if (denied.contains(path)) {
                SequenceUnavailableException denial =
                        new SequenceUnavailableException(UnavailableReason.ZOOKEEPER_DENIES, "denied");
                denial.initCause(new StoreDeniedException("denied", true, new IllegalStateException("denied")));
                return CompletableFuture.failedFuture(denial);
            }
            return CompletableFuture.completedFuture(znodes.getOrDefault(path, Optional.empty()));
        }

        @Override
        public CompletableFuture<List<String>> children(String path) {
            return CompletableFuture.completedFuture(buckets);
        }
    }

    private static Position state(long reservations) {
        SequenceRecord record = SequenceRecord.of(
                        ServingNode.definition("A", SequenceMode.GAPLESS, new NumberRange(1, 1_000_000)),
                        StateLimits.DEFAULT)
                .withPending(1, reservations);
        return new Position("i", 1, 1, 1, 0, record, 0, true);
    }

    private String makeBucket(long bucket) {
        String path = SequencePaths.pendingBucket("A", "i", bucket);
        RecordStamp stamp = new RecordStamp(0, 1, 1, 1, 0, 0, 1, 1, 0);
        tree.znodes.put(
                path,
                Optional.of(new StoredRecord(
                        path,
                        PayloadCodec.encode(BucketRecord.of(new ReservationTerm(1_000, AtExpiry.RETURN))),
                        stamp)));
        return path;
    }

    @Test
    void aBucketThatCouldNotBeReadIsLookedAtAgain() throws Exception {
        String path = makeBucket(0);
        tree.buckets.add("0");
        tree.denied.add(path);
        sweep.sweep(tree, state(1));
        tree.denied.clear();
        sweep.sweep(tree, state(1));
        assertThat(tree.asked).containsExactly(path, path);
    }

    @Test
    void aBucketThatIsGoneIsNotLookedAtAgain() throws Exception {
        tree.buckets.add("0");
        sweep.sweep(tree, state(1));
        sweep.sweep(tree, state(1));
        assertThat(tree.asked).hasSize(1);
    }

    @Test
    void aBucketOfNoReservationsHidesNoneThatIsBegunLater() throws Exception {
        makeBucket(0);
        tree.buckets.add("0");
        tree.buckets.add("999999");
        sweep.sweep(tree, state(1));
        String second = makeBucket(1);
        sweep.sweep(tree, state(BucketRecord.SLOTS + 1));
        assertThat(tree.asked).endsWith(second);
    }

    @Test
    void whatFailsKeepsNothingElseFromBeingDone() {
        List<String> done = new ArrayList<>();
        Supplier<Command<?>> damaged = () -> {
            done.add("damaged");
            return failed();
        };
        Supplier<Command<?>> sound = () -> {
            done.add("sound");
            return failed();
        };
        var unused = owner.submitInTurn(List.of(damaged, sound));
        assertThat(done).containsExactly("damaged", "sound");
    }

    private static Command<?> failed() {
        Command<?> command = new ExpireCommand("i", 0, List.of(), System.nanoTime(), Sweep.timeoutNanos());
        command.answer().completeExceptionally(new IllegalStateException("damaged"));
        return command;
    }
}
