package io.snowkeeper.sequences.record;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Payload of the znode by which nodes take turns in writing a sequence. It is a hint: only the state decides which
 * writes succeed.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2/turn
 * {"number":12,"turn":"q3v0","waiting":["8k1z","0mm4"]}
 * }</pre>
 *
 * @param number how often the turn was passed on
 * @param turn the process that it was passed on to, null if it never was
 * @param waiting the processes that wait for their turn, in this order
 */
public record TurnRecord(long number, @Nullable String turn, List<String> waiting) {

    /** No node waits. */
    public static final TurnRecord NONE = new TurnRecord(0, null, List.of());

    /** When this many wait, a further node tries without a turn. */
    private static final int MAX_WAITING = 100;

    public TurnRecord {
        waiting = List.copyOf(waiting);
    }

    public boolean isWaiting(String process) {
        return waiting.contains(process);
    }

    /** Returns whether a process is the first of those that wait. */
    public boolean isNext(String process) {
        return !waiting.isEmpty() && waiting.get(0).equals(process);
    }

    /** Returns whether anybody waits besides a process. */
    public boolean othersWait(String process) {
        return waiting.stream().anyMatch(other -> !other.equals(process));
    }

    /** Returns this with a process at the end of those that wait, unless it waits already, or too many do. */
    public TurnRecord joinedBy(String process) {
        return isWaiting(process) || waiting.size() >= MAX_WAITING
                ? this
                : new TurnRecord(
                        number,
                        turn,
                        Stream.concat(waiting.stream(), Stream.of(process)).toList());
    }

    /**
     * Returns this when a process has passed the turn on to the first other one that waits.
     *
     * @param again whether it waits for its next turn
     */
    public TurnRecord passedOnBy(String process, boolean again) {
        String next = waiting.stream()
                .filter(other -> !other.equals(process))
                .findFirst()
                .orElse(null);
        List<String> rest = waiting.stream()
                .filter(other -> !other.equals(process) && !Objects.equals(other, next))
                .toList();
        TurnRecord passed = new TurnRecord(number + 1, next, rest);
        return again ? passed.joinedBy(process) : passed;
    }
}
