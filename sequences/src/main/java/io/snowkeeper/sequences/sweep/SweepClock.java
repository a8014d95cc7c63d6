package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.access.ClockAgreement;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SweeperRecord;
import io.snowkeeper.sequences.record.SweeperRecord.Jump;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The age of records by ZooKeeper's clock, without its jumps ahead: with another leader comes another clock, and
 * nothing must be taken for older than it is. Where the clock goes back, znodes are taken for younger, which only keeps
 * them longer.
 *
 * <p>While one process sweeps, its stopwatch shows jumps of the clock. One that begins has seen nothing of the time
 * before: all of it that no sweep has checked counts as a jump. Not thread-safe.
 */
final class SweepClock {

    /** Less than this is a clock that is being set right bit by bit. */
    static final long TOLERANCE_MILLIS = 2_000;

    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * While no record waits for its time: at most this much is taken for a jump by a process that sweeps for the first
     * time, beside its downtime.
     */
    private static final long STALE_IDLE_NANOS = TimeUnit.HOURS.toNanos(1);

    private final ClockAgreement clocks;
    private SweeperRecord known = SweeperRecord.NONE;

    /** The last answer that was believed, null if there was none. */
    private @Nullable Answer last;

    /**
     * An answer of ZooKeeper.
     *
     * @param transaction the transaction of the answered write
     * @param zooKeeperMillis the time then, by its clock
     * @param sentNanos when the request was sent, by the stopwatch
     * @param answeredNanos when it was answered
     */
    private record Answer(long transaction, long zooKeeperMillis, long sentNanos, long answeredNanos) {}

    SweepClock(ClockAgreement clocks) {
        this.clocks = clocks;
    }

    /**
     * Asks ZooKeeper for the time, which it returns with a write.
     *
     * @throws DisagreeingClocksException if our clock shows another time; then nothing has become older
     * @throws ExecutionException if another sweep writes at the same time
     */
    void ask(SequenceStore tree) throws InterruptedException, ExecutionException, TimeoutException {
        StoredRecord before = tree.await(tree.read(SequencePaths.SWEEPER))
                .orElseThrow(() -> new ExecutionException(new NoAnswerException("there is no sweeper's record")));
        Answer ours = last;
        if (ours == null || ours.transaction() != before.stamp().written()) {
            ours = null;
            known = read(before);
        }
        long sent = clocks.environment().nanoTime();
        List<@Nullable RecordStamp> written = tree.await(tree.write(List.of(new Change.Set(
                SequencePaths.SWEEPER,
                PayloadCodec.encode(known),
                before.stamp().version()))));
        RecordStamp stamp = written.get(0);
        if (stamp != null) {
            long answered = clocks.environment().nanoTime();
            Optional<String> problem = clocks.problem(stamp.writtenMillis(), sent, answered);
            if (problem.isPresent()) {
                throw new DisagreeingClocksException(problem.get());
            }
            believe(new Answer(stamp.written(), stamp.writtenMillis(), sent, answered), ours);
        }
    }

    /** The record of others, which may be behind this process: two may take themselves for elected. */
    private SweeperRecord read(StoredRecord before) {
        SweeperRecord theirs = before.payload().length == 0 ? SweeperRecord.NONE : before.as(SweeperRecord.class);
        SweeperRecord both =
                theirs.checked() == null ? theirs.checkedAt(before.stamp().writtenMillis()) : theirs;
        for (Jump jump : known.jumps()) {
            both = both.jumps().contains(jump) ? both : both.withJump(jump);
        }
        return both;
    }

    /** @param before the answer before, null if others have written since, or there was none */
    private void believe(Answer answer, @Nullable Answer before) {
        long now = answer.zooKeeperMillis();
        Long checked = known.checked();
        if (before == null) {
            long unseen = checked == null ? 0 : now - checked;
            if (unseen > TOLERANCE_MILLIS) {
                known = known.withJump(new Jump(now, unseen, checked));
            }
        } else {
            // An answer may take its time: that is no jump.
            long latest = before.zooKeeperMillis() + millis(answer.answeredNanos() - before.sentNanos());
            long earliest = before.zooKeeperMillis() + millis(answer.sentNanos() - before.answeredNanos());
            if (now - latest > TOLERANCE_MILLIS) {
                known = known.withJump(new Jump(latest + TOLERANCE_MILLIS, now - earliest, null));
            }
        }
        known = known.checkedAt(now);
        last = answer;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /** Returns whether so much time has passed since a znode was created or changed, as ZooKeeper has recorded it. */
    boolean hasPassed(long millis, long since) {
        return (last == null ? 0 : last.zooKeeperMillis()) >= passes(millis, since);
    }

    /** Returns from when on, by ZooKeeper's clock, so much time will have passed, as far as its jumps are known by now. */
    long passes(long millis, long since) {
        return known.passes(millis, since);
    }

    /**
     * Returns the latest possible time, by the last answer of ZooKeeper: records that are not due by this cannot be
     * due.
     *
     * @param now by the stopwatch
     */
    long latest(long now) {
        return last == null ? 0 : last.zooKeeperMillis() + millis(now - last.sentNanos());
    }

    /**
     * Returns whether the last answer is too old to date a jump of the clock that may have happened since.
     *
     * @param now by the stopwatch
     * @param waits whether anything waits for its time
     */
    boolean isStale(long now, boolean waits) {
        return last == null || now - last.answeredNanos() >= (waits ? STALE_NANOS : STALE_IDLE_NANOS);
    }
}
