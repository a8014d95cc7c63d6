package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.log.DefectLog;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.Failures;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.Draft;
import io.snowkeeper.sequences.plan.Plan;
import io.snowkeeper.sequences.plan.ReservedNumbers;
import io.snowkeeper.sequences.plan.Write;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The planner of a writer: puts waiting commands together into drafts, and if the store refuses one, finds out which
 * command caused it. Used by the writer's thread only.
 */
final class Planner {

    private static final Logger log = LoggerFactory.getLogger(Planner.class);

    private static final DefectLog defects = new DefectLog(log);

    private final String sequence;
    private final CommandQueue queue;
    private final Map<String, Optional<StoredRecord>> cache;
    private final StateLimits limits;
    private final ReservedNumbers reserved;
    private final BatchLimit limit = new BatchLimit();

    /** Whether commands must read what they usually assume, since a write has failed for that. */
    private boolean readsFirst;

    /**
     * @param process the writer's random name
     * @param cache the sequence's records as far as they are known
     */
    Planner(
            String sequence,
            String process,
            CommandQueue queue,
            Map<String, Optional<StoredRecord>> cache,
            StateLimits limits) {
        this.sequence = sequence;
        this.queue = queue;
        this.cache = cache;
        this.limits = limits;
        this.reserved = new ReservedNumbers(process);
    }

    /**
     * Plans the waiting commands, as many as are to be written now. Does without those that fail by it.
     *
     * @param othersWait whether there is something to write beside the waiting commands
     */
    Plan plan(Position known, boolean othersWait) {
        limit.begin(queue.waiting(), known.record(), othersWait);
        while (true) {
            // Where no new znodes are taken, known keys must be known as such.
            Draft draft =
                    new Draft(sequence, known, cache, readsFirst || limit.isApart(), limit.max(), limits, reserved);
            // Where one has failed, the draft may hold half of it.
            if (planWaiting(draft, known.record())) {
                return draft.outcome();
            }
        }
    }

    /** Returns whether a waiting command takes numbers, so that the period must be the present one. */
    boolean takesNumbers() {
        return queue.waiting().stream().anyMatch(command -> !command.isSettled() && command.takesNumbers());
    }

    /** Returns whether a waiting command depends on the present time. */
    boolean goesByTheTime() {
        return queue.waiting().stream().anyMatch(command -> !command.isSettled() && command.goesByTheTime());
    }

    /** Returns a draft that only moves the version on. */
    Draft empty(Position known) {
        return new Draft(sequence, known, cache, false, 0, limits, reserved);
    }

    private boolean planWaiting(Draft draft, SequenceRecord record) {
        for (Command<?> command : queue.waiting()) {
            if (draft.isClosed()) {
                return true;
            }
            if (limit.takes(command, record) && draft.takes(command) && !plan(command, draft)) {
                return false;
            }
        }
        return true;
    }

    /** Returns false if the command has failed halfway. */
    private boolean plan(Command<?> command, Draft draft) {
        if (command.isSettled()) {
            return true;
        }
        try {
            draft.plan(command);
        } catch (SequenceException e) {
            draft.refuse(command, e);
        } catch (RuntimeException e) {
            defects.failed("sequence %s: unexpected failure of a request".formatted(sequence), e);
            command.answer()
                    .completeExceptionally(new SequenceUnavailableException(
                            "sequence %s cannot be served: %s".formatted(sequence, e.getMessage())));
            return false;
        }
        return true;
    }

    /** Notes that the connection has another session. */
    void sessionReplaced() {
        reserved.clear();
    }

    /** Notes that a draft was sent, or that it changes nothing. */
    void used() {
        limit.took();
    }

    /** Notes that a draft was written. */
    void written(Draft draft) {
        readsFirst = false;
        if (!draft.isUnchanged()) {
            limit.done();
        }
    }

    /**
     * Notes that something beside the state was not as a draft took it to be: a key is known already, or a parent is missing.
     *
     * @param needing the command that alone took it so, null if there is none such
     */
    void conditionFailed(@Nullable Command<?> needing) {
        readsFirst = true;
        if (needing != null) {
            needing.conditionFailed();
        }
    }

    /** Notes that the outcome of a draft is unknown. */
    void lost(Draft draft) {
        limit.broken(draft.size());
    }

    /** Makes less of a draft that ZooKeeper would break the connection over, or fails the one call that it is for. */
    void tooLarge(Draft draft, long bytes, long maxBytes) {
        if (!limit.halve(draft.size())) {
            fail(
                    draft.planned(),
                    new SequenceUnavailableException(
                            "sequence %s cannot be written: that takes %s bytes, and ZooKeeper takes %s at once; ask for fewer numbers"
                                    .formatted(sequence, bytes, maxBytes)));
        }
    }

    /**
     * Fails the commands for which ZooKeeper has refused a write; if they are unknown, fewer are planned.
     *
     * @return whether to wait before there is another write
     */
    boolean refused(WriteRefusedException refusal, Write write, WriterProblem problem) {
        SequenceUnavailableException failure = Failures.denial(refusal);
        if (!limit.isApart()) {
            problem.logRefusal(failure);
        }
        List<Command<?>> planned = write.draft().planned();
        if (planned.isEmpty()) {
            // All waiting commands wait for it.
            problem.report(failure);
        }
        @Nullable Command<?> needing = write.neededBy(refusal.change());
        if (needing != null) {
            fail(List.of(needing), failure);
            limit.makerRefused();
            return false;
        }
        boolean forAll = refusal.change() == WriteRefusedException.WHOLE;
        if (forAll || !limit.halve(write.draft().size())) {
            fail(planned, failure);
        }
        return forAll || planned.isEmpty();
    }

    private static void fail(List<Command<?>> commands, SequenceException failure) {
        commands.forEach(command -> command.answer().completeExceptionally(failure));
    }
}
