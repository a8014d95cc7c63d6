package io.snowkeeper.simulation;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.simulation.judge.SequenceJudge;
import io.snowkeeper.simulation.machine.Choices;
import io.snowkeeper.simulation.machine.EventLoop;
import io.snowkeeper.simulation.machine.Pace;
import io.snowkeeper.simulation.machine.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An operator that makes the sequence of one name, appends to it, sets its options, deletes it and makes it anew. As
 * documented, it deletes none while an own request is unanswered: a node may do it late, and then change the next
 * sequence.
 */
final class SequenceOperator {

    private static final Duration RETRY = Duration.ofMillis(500);
    private static final long LAST_APPEND = 1_000_000;

    private static final long[] STEPS = {1, 10, 7};

    /** How much rarer its changes are when nothing goes wrong. */
    private static final long CALM = 5;

    private final SequenceJudge judge;
    private final Supplier<SimulatedNode> node;
    private final EventLoop loop;
    private final Calls calls;
    private final Choices choices;
    private final Pace pace;
    private final Trace trace;
    private final SequenceOptions options;
    private final Listener listener;
    private final boolean deletes;
    private final long size;
    private long ranges;

    /** The last range that a sequence was ever made with. */
    private long lastRange;

    private long step = 1;
    private long end;

    /** The last number that a sequence of each range may ever have had. */
    private final Map<Long, Long> ends = new HashMap<>();

    private boolean over;

    /** Requests that got no answer yet, and may be done as long as their processes live. */
    private final List<Pending> unanswered = new ArrayList<>();

    private boolean appending;

    /** From the request to delete until the next one is there: requests meanwhile may affect either. */
    private boolean deleting;

    private boolean settled;
    private boolean replaced;
    private boolean made;

    /** While servers' data are put back, it does nothing, and its earlier work is over. */
    private boolean halted;

    private int era;
    private Optional<SimulatedNode> sole = Optional.empty();

    /** A request to a process. */
    private record Pending(SimulatedNode node, String process) {

        boolean mayBeDone() {
            return node.isRunning() && node.processName().equals(process);
        }
    }

    /** A listener to its actions. */
    interface Listener {

        /** There are numbers to ask for that were not there before. */
        void changed();

        /** The sequence will be deleted in a moment. */
        void deleting();
    }

    /**
     * @param node the node for the next request
     * @param listener notified of its actions
     */
    SequenceOperator(
            SequenceJudge judge,
            Supplier<SimulatedNode> node,
            EventLoop loop,
            Choices choices,
            Pace pace,
            Trace trace,
            SequenceOptions options,
            Listener listener) {
        this.judge = judge;
        this.node = node;
        this.loop = loop;
        this.calls = new Calls(loop);
        this.choices = choices;
        this.pace = pace;
        this.trace = trace;
        this.options = options;
        this.listener = listener;
        this.deletes = judge.mode() != SequenceMode.GAPLESS && choices.chance(0.6);
        this.size = choices.spread(20, 20_000);
    }

    /** Makes the sequence, and calls back when it is there. */
    void start(Runnable done) {
        create(() -> {
            made = true;
            done.run();
            next();
        });
    }

    boolean hasMade() {
        return made;
    }

    /** Does nothing until {@link #goOn}: all nodes are down. */
    void halt() {
        era++;
        halted = true;
        appending = false;
        deleting = false;
        unanswered.clear();
    }

    /**
     * Appends again the ranges that were appended after the restored data were written, as documented. Returns whether
     * there is nothing to append.
     */
    boolean appendAgain(SequenceDefinition found) {
        List<NumberRange> all = found.ranges();
        long last = all.get(all.size() - 1).to();
        long had = ends.getOrDefault(last / SequenceJudge.RANGE, 0L);
        if (had <= last) {
            return true;
        }
        NumberRange range = new NumberRange(last + found.step(), had);
        ask(
                new SequenceRequest.Append(judge.name(), List.of(range), Overlap.ALLOWED),
                answer -> trace.add("appended %s again: %s".formatted(range, answer)));
        return false;
    }

    /**
     * Goes on with the sequence in restored data. As documented, if there is none, it is made again, with a range above
     * the used ones.
     */
    void goOn(Optional<SequenceDefinition> found) {
        halted = false;
        Runnable rest = () -> {
            next();
            listener.changed();
        };
        if (found.isEmpty()) {
            ranges = lastRange + 1;
            judge.goesOn(ranges);
            create(rest);
            return;
        }
        List<NumberRange> all = found.get().ranges();
        ranges = all.get(0).from() / SequenceJudge.RANGE;
        step = found.get().step();
        end = all.get(all.size() - 1).to();
        judge.goesOn(ranges);
        rest.run();
    }

    /** Changes nothing more, but for a last range that is more than enough. */
    void finish() {
        over = true;
        if (!deleting) {
            appendLast();
        }
    }

    private void appendLast() {
        append(LAST_APPEND, () -> settled = true);
    }

    SequenceJudge judge() {
        return judge;
    }

    boolean deletes() {
        return deletes;
    }

    /** Returns whether {@link #replace} was done. */
    boolean hasReplaced() {
        return replaced;
    }

    /**
     * Deletes the sequence by this node and makes it anew, if it is ever deleted. Earlier requests were done long ago,
     * or never will be.
     */
    void replace(SimulatedNode by) {
        if (deletes && settled) {
            sole = Optional.of(by);
            delete();
        }
    }

    /** Appends a range, after a client learnt that the sequence is used up. */
    void appendSoon() {
        if (!appending && !over && !halted) {
            appending = true;
            long pause = choices.spread(1_000_000, 2_000_000_000);
            later(pace.isBusy() ? pause : pause * CALM, () -> {
                if (over || deleting) {
                    appending = false;
                } else {
                    append(size, () -> {
                        appending = false;
                        listener.changed();
                    });
                }
            });
        }
    }

    private void next() {
        long pause = choices.spread(300_000_000L, 20_000_000_000L);
        later(pace.isBusy() ? pause : pause * CALM, () -> {
            if (!over) {
                changeSomething();
            }
        });
    }

    private void changeSomething() {
        long what = choices.between(1, 10);
        if (what <= 4 && deletes && mayDelete()) {
            delete();
        } else if (what <= 8) {
            append(size, () -> {});
            next();
        } else {
            configure();
            next();
        }
    }

    /** Returns the step of a range's sequence: each one that is made after another of the name has its own. */
    private long stepOf(long range) {
        return judge.mode() == SequenceMode.GAPLESS ? 1 : STEPS[(int) ((size + range) % STEPS.length)];
    }

    /** Tries until some node has done it. */
    private void create(Runnable done) {
        long first = ranges * SequenceJudge.RANGE + 1;
        step = stepOf(ranges);
        long last = first + (size - 1) * step;
        SequenceDefinition definition = new SequenceDefinition(
                        judge.name(), judge.mode(), List.of(new NumberRange(first, last)), options)
                .withStep(step);
        lastRange = Math.max(lastRange, ranges);
        judge.counts(ranges, step);
        ends.merge(ranges, last, Math::max);
        ask(new SequenceRequest.Create(definition, Overlap.ALLOWED), answer -> {
            if (answer.isPresent() && answer.get() instanceof SequenceAnswer.Described) {
                end = last;
                trace.tell("sequence %s is there, from %s by %s".formatted(judge.name(), first, step));
                done.run();
            } else if (Calls.code(answer).equals(Optional.of(ErrorCode.KEY_ALREADY_EXISTS))) {
                // An earlier one, whose deletion was reported when it was not found any more.
                ranges = lastRange + 1;
                create(done);
            } else {
                later(RETRY.toNanos(), () -> create(done));
            }
        });
    }

    /** Appends the next range; tries until it is done, or is found done. */
    private void append(long more, Runnable appended) {
        NumberRange range = new NumberRange(end + step, end + more * step);
        ends.merge(ranges, range.to(), Math::max);
        ask(new SequenceRequest.Append(judge.name(), List.of(range), Overlap.ALLOWED), answer -> {
            boolean done = answer.isPresent() && answer.get() instanceof SequenceAnswer.Described;
            boolean doneBefore = Calls.code(answer).equals(Optional.of(ErrorCode.MALFORMED_REQUEST))
                    || Calls.code(answer).equals(Optional.of(ErrorCode.PRECONDITION_FAILED));
            if (done || doneBefore) {
                end = Math.max(end, range.to());
                trace.tell("sequence %s goes to %s".formatted(judge.name(), range.to()));
                appended.run();
            } else if (!gone(answer)) {
                later(RETRY.toNanos(), () -> tryAgain(more, appended));
            } else {
                appending = false;
            }
        });
    }

    /** Unless it is being deleted: a node may take so long that the next sequence would be changed. */
    private void tryAgain(long more, Runnable appended) {
        if (deleting) {
            appending = false;
        } else {
            append(more, appended);
        }
    }

    private void configure() {
        long block = choices.spread(1, 100);
        GivenOptions options = judge.mode() == SequenceMode.BLOCK
                ? GivenOptions.NONE.withBlock(block, block * 10)
                : GivenOptions.NONE.withMaxKeys(SequenceOptions.DEFAULT.maxKeys() + block);
        ask(
                new SequenceRequest.Configure(judge.name(), options),
                answer -> trace.add("configured " + judge.name() + " " + answer));
    }

    /** Reads its next number, and deletes it if that is unchanged. */
    private void delete() {
        if (over && sole.isEmpty() && !deleting) {
            return;
        }
        int begun = era;
        calls.once(new SequenceRequest.Describe(judge.name()), sole.orElseGet(node), found -> {
            if (begun != era) {
                return;
            }
            if (gone(found)) {
                deleted();
            } else if (found.isPresent() && found.get() instanceof SequenceAnswer.Described described) {
                OptionalLong at = described.sequence().next();
                if (at.isPresent() && mayDelete()) {
                    delete(at);
                } else {
                    // A deletion names the next number, which a used-up sequence has not.
                    deleting = false;
                    if (over) {
                        appendLast();
                    } else {
                        append(size, () -> {});
                        next();
                    }
                }
            } else {
                later(RETRY.toNanos(), this::delete);
            }
        });
    }

    private boolean mayDelete() {
        unanswered.removeIf(pending -> !pending.mayBeDone());
        return sole.isPresent() || unanswered.isEmpty();
    }

    private void delete(OptionalLong next) {
        deleting = true;
        listener.deleting();
        ask(new SequenceRequest.Delete(new DeleteRequest(judge.name(), next, false)), answer -> {
            if ((answer.isPresent() && answer.get() instanceof SequenceAnswer.Done) || gone(answer)) {
                deleted();
            } else {
                later(RETRY.toNanos(), this::delete);
            }
        });
    }

    private void deleted() {
        judge.deleted(ranges);
        trace.tell("sequence %s was deleted".formatted(judge.name()));
        ranges = lastRange + 1;
        long pause = choices.chance(0.5) ? 0 : choices.spread(1_000_000, 3_000_000_000L);
        later(
                pause,
                () -> create(() -> {
                    deleting = false;
                    if (sole.isPresent()) {
                        append(LAST_APPEND, () -> replaced = true);
                    } else if (over) {
                        appendLast();
                    } else {
                        next();
                        listener.changed();
                    }
                }));
    }

    /** Asks for a change. */
    private void ask(SequenceRequest request, Consumer<Optional<Answer>> answered) {
        SimulatedNode asked = sole.orElseGet(node);
        Pending pending = new Pending(asked, asked.processName());
        // A deletion says which sequence it is for, and does nothing to the next one.
        if (!(request instanceof SequenceRequest.Delete)) {
            unanswered.add(pending);
        }
        int begun = era;
        calls.once(request, asked, answer -> {
            if (answer.isPresent()) {
                unanswered.remove(pending);
            }
            if (begun == era) {
                answered.accept(answer);
            }
        });
    }

    /** Does something after a while, unless it has to halt before. */
    private void later(long nanos, Runnable work) {
        int begun = era;
        loop.after(nanos, () -> {
            if (begun == era) {
                work.run();
            }
        });
    }

    private static boolean gone(Optional<Answer> answer) {
        return Calls.code(answer).equals(Optional.of(ErrorCode.KEY_DOES_NOT_EXIST));
    }
}
