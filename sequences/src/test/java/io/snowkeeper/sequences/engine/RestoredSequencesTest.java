package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node's sequences, all of them, where ZooKeeper's data was put back. */
class RestoredSequencesTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final RestoreRecord OPEN =
            RestoreRecord.NONE.found(NOON, "n2", "its slot has version 61, it has seen version 63");

    private final MemoryEnsemble ensemble = new MemoryEnsemble();
    private final ManualExecutor loop = new IdleExecutor();
    private StoredSequences node;

    @BeforeEach
    void create() {
        node = start();
        for (SequenceMode mode : SequenceMode.values()) {
            get(node.create(new SequenceDefinition(
                    mode.text(), mode, List.of(new NumberRange(1, 1_000)), SequenceOptions.DEFAULT)));
        }
    }

    @AfterEach
    void stop() {
        node.abandon();
    }

    private StoredSequences start() {
        StoredSequences made = new StoredSequences(
                SequenceSettings.of("memory", "n", Duration.ofSeconds(10)),
                ensemble.client(),
                ensemble::client,
                Optional::empty,
                new SequenceExecutors(List.of(loop), new IdleExecutor(), new IdleExecutor()),
                Environment.REAL,
                StateLimits.DEFAULT);
        made.start();
        return made;
    }

    /** Gives nothing up, and sweeps nothing. */
    private static final class IdleExecutor extends ManualExecutor {

        @Override
        @SuppressWarnings("NullAway") // The result is not used.
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway") // The result is not used.
        public <V> ScheduledFuture<V> schedule(Callable<V> timeout, long delay, TimeUnit unit) {
            return null;
        }
    }

    /** Runs ready tasks, and those that are retried a moment later. */
    private void runAll() {
        loop.runReady();
        loop.passTime();
        loop.runReady();
    }

    private <T> T get(CompletionStage<T> answer) {
        runAll();
        assertThat(answer.toCompletableFuture()).isDone();
        return answer.toCompletableFuture().join();
    }

    private long next(String sequence) {
        return get(node.next(NextRequest.of(sequence))).first();
    }

    private void record(RestoreRecord record) {
        ensemble.put(FleetPaths.RESTORES, PayloadCodec.encode(record));
    }

    private void assertNumbersAreRefused(String text) {
        for (SequenceMode mode : SequenceMode.values()) {
            assertRefused(node.next(NextRequest.of(mode.text())), text);
            assertThat(node.tryNext(mode.text(), 1)).isEqualTo(Sequences.NONE);
        }
        assertRefused(node.confirm("gapless", "a-0-b"), text);
        assertRefused(node.pending("gapless", Optional.empty(), 10), text);
        assertRefused(node.ledger("gapless", 1, 10), text);
    }

    private void assertAllIsRefused(String text) {
        assertNumbersAreRefused(text);
        assertRefused(node.describe("ordered"), text);
        assertRefused(node.list(Optional.empty(), 10), text);
        assertRefused(create("new", 1, 2), text);
        assertRefused(node.advance("ordered", 100), text);
    }

    private CompletionStage<SequenceDescription> create(String sequence, long from, long to) {
        return node.create(new SequenceDefinition(
                sequence, SequenceMode.ORDERED, List.of(new NumberRange(from, to)), SequenceOptions.DEFAULT));
    }

    private void assertRefused(CompletionStage<?> call, String text) {
        runAll();
        assertThat(call.toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingRootCause()
                .asInstanceOf(InstanceOfAssertFactories.type(SequenceUnavailableException.class))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo(UnavailableReason.ENSEMBLE_RESTORED))
                .satisfies(refusal -> assertThat(refusal).hasMessageContaining(text));
    }

    @Test
    void whatTheLeaseHasFoundHasAllCallsRefusedAndWhatIsKeptOfBlocksToo() {
        assertThat(next("block")).isEqualTo(1);
        assertThat(node.tryNext("block", 1)).isEqualTo(2);

        node.refuse("znode /workers/3 has version 61");

        assertAllIsRefused("a backup was restored: znode /workers/3 has version 61");
    }

    @Test
    void aNodeThatIsStartedAfterARestoreWasFoundServesNothingUntilItIsEnded() {
        node.abandon();
        record(OPEN);
        node = start();

        assertNumbersAreRefused(
                "ZooKeeper was restored, as n2 found at 2026-01-01T12:00:00Z: its slot has version 61, it has seen version 63; run snowkeeper recover");

        record(OPEN.endedAt(NOON.plusSeconds(60)));

        assertThat(next("ordered")).isEqualTo(1);
        assertThat(next("block")).isEqualTo(1);
    }

    @Test
    void whileARestoreIsOpenSequencesCanBeMadeAndChangedAsTheyWereByANodeThatHasServedNone() {
        node.abandon();
        record(OPEN);
        node = start();

        assertThat(get(node.append("ordered", List.of(new NumberRange(2_001, 3_000))))
                        .remaining())
                .isEqualTo(2_000);
        assertThat(get(create("new", 5_000, 6_000)).next()).hasValue(5_000);
        assertThat(get(node.advance("ordered", 500)).next()).hasValue(500);
        assertThat(get(node.describe("ordered")).taken()).isEqualTo(499);
        get(node.delete("block", OptionalLong.of(1)));
        assertNumbersAreRefused("run snowkeeper recover");
        assertRefused(node.next(NextRequest.of("new")), "run snowkeeper recover");

        record(OPEN.endedAt(NOON.plusSeconds(60)));
        assertThat(next("ordered")).isEqualTo(500);
        assertThat(next("new")).isEqualTo(5_000);
    }

    @Test
    void aNodeThatServedThemBeforeARestoreWasFoundServesNothingBeforeItIsStartedAgain() {
        assertThat(next("block")).isEqualTo(1);

        record(OPEN);
        loop.runReady();
        assertAllIsRefused("they were served by this node before that: run snowkeeper recover, then restart the node");
        record(OPEN.endedAt(NOON.plusSeconds(60)));

        assertAllIsRefused("then restart the node");
        node.abandon();
        node = start();
        assertThat(next("ordered")).isEqualTo(1);
    }

    @Test
    void aNodeThatServedThemAndHasMissedThatARestoreWasOpenServesNothingEither() {
        assertThat(next("block")).isEqualTo(1);

        record(OPEN.endedAt(NOON.plusSeconds(60)));
        loop.runReady();

        assertAllIsRefused("they were served by this node before that: run snowkeeper recover, then restart the node");
    }

    @Test
    void whatIsNotedOfThemSaysWhichRestoreWasTheLast() {
        assertThat(next("ordered")).isEqualTo(1);
        assertThat(node.seen()).extracting(SeenSequence::restored).containsOnlyNulls();
        node.abandon();
        record(OPEN.endedAt(NOON.plusSeconds(60)));
        node = start();

        assertThat(next("ordered")).isEqualTo(2);
        assertThat(node.seen()).extracting(SeenSequence::restored).containsExactly(NOON);
    }

    @Test
    void aRecordThatCannotBeReadRefusesAll() {
        node.abandon();
        ensemble.put(FleetPaths.RESTORES, new byte[] {'{'});
        node = start();

        CompletableFuture<Grant> call = node.next(NextRequest.of("ordered")).toCompletableFuture();
        loop.runReady();
        assertThat(call)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withMessageContaining("so it is not known whether sequences may be served");
    }
}
