package io.snowkeeper.simulation.machine;

import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.state.NodeState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A machine of a node: its clock, its stopwatch, and its disk. It outlives the node's processes. */
public final class Machine {

    private static final int MAX_BACKUPS = 20;
    private static final double MILLION = 1e6;

    private final String name;
    private final EventLoop loop;
    private final long startMillis;
    private long offsetMillis;
    private double driftPerMillion;
    private long driftsSinceNanos;
    private boolean stands;
    private long standsAtMillis;
    private int suspends;
    private long suspendedAtNanos;
    private long suspendedNanos;

    private final Deque<Files> backups = new ArrayDeque<>();
    private Files files = Files.NONE;
    private long putNanos;
    private boolean saysRestored;
    private boolean diskFull;
    private int boots;

    /**
     * The content of the state directory.
     *
     * @param notes how far sequences had come, null if there are none
     */
    public record Files(@Nullable NodeState state, @Nullable SequenceNotes notes) {

        public static final Files NONE = new Files(null, null);
    }

    /** @param startMillis the right time at which the world begins */
    public Machine(String name, EventLoop loop, long startMillis) {
        this.name = name;
        this.loop = loop;
        this.startMillis = startMillis;
    }

    public String name() {
        return name;
    }

    /** Returns the place of a file on its disk, as long as it runs: it distinguishes the file from a copy. */
    String place() {
        return name + "-" + boots;
    }

    /** Starts anew, and keeps its disk. */
    public void boot() {
        boots++;
    }

    /** Returns the state that is on its disk. */
    public Optional<NodeState> state() {
        return Optional.ofNullable(files.state);
    }

    /** Returns the content of its disk. */
    public Files files() {
        return files;
    }

    /** Replaces the content of its disk by other files, or none. */
    public void putFiles(Files others) {
        files = others;
        putNanos = loop.nowNanos();
    }

    /** Returns when its disk was last replaced; 0 if it never was. */
    public long putNanos() {
        return putNanos;
    }

    /** Stores a process' files. */
    void write(Files next) {
        files = next;
    }

    /** Returns earlier contents of its disk, the latest last. */
    public List<Files> backups() {
        return List.copyOf(backups);
    }

    /** Returns whether an operator has left the file that says that the servers' data were put back. */
    boolean saysRestored() {
        return saysRestored;
    }

    /** Leaves or removes that file. */
    public void sayRestored(boolean says) {
        saysRestored = says;
    }

    /** Returns whether nothing can be written to its disk. */
    public boolean isDiskFull() {
        return diskFull;
    }

    public void fillDisk(boolean full) {
        diskFull = full;
    }

    /** Returns the clock's reading. */
    public long clockMillis() {
        return stands ? standsAtMillis : rightMillis() + offsetMillis + driftMillis();
    }

    /** Returns the true time. */
    public long rightMillis() {
        return startMillis + loop.nowNanos() / 1_000_000;
    }

    public long stopwatchNanos() {
        return (suspends > 0 ? suspendedAtNanos : loop.nowNanos()) - suspendedNanos;
    }

    public void stepClock(long millis) {
        offsetMillis += millis;
    }

    public void driftClock(double perMillion) {
        offsetMillis += driftMillis();
        driftsSinceNanos = loop.nowNanos();
        driftPerMillion = perMillion;
    }

    public void stopClock() {
        standsAtMillis = clockMillis();
        stands = true;
    }

    /** Keeps a copy of the disk. */
    public void backUp() {
        if (files.state != null && !files.equals(backups.peekLast())) {
            backups.addLast(files);
            if (backups.size() > MAX_BACKUPS) {
                backups.removeFirst();
            }
        }
    }

    /** Sets the clock right. */
    public void setClock() {
        stands = false;
        offsetMillis = 0;
        driftPerMillion = 0;
    }

    /** Returns whether nothing runs on it. */
    public boolean isSuspended() {
        return suspends > 0;
    }

    /** Has the stopwatch stand still for a while. */
    public void suspend(long nanos) {
        if (suspends++ == 0) {
            suspendedAtNanos = loop.nowNanos();
        }
        loop.after(nanos, () -> {
            if (--suspends == 0) {
                suspendedNanos += loop.nowNanos() - suspendedAtNanos;
            }
        });
    }

    private long driftMillis() {
        return (long) ((loop.nowNanos() - driftsSinceNanos) * driftPerMillion / MILLION / MILLION);
    }
}
