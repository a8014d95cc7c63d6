package io.snowkeeper.simulation.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * The events of a world, line by line: the last lines as text, and all of them as a number that differs if any line
 * does.
 */
public final class Trace {

    private static final long PRIME = 0x0000_0100_0000_01B3L;

    private final EventLoop loop;
    private final int kept;
    private final Deque<String> lines = new ArrayDeque<>();
    private long digest = 0xCBF2_9CE4_8422_2325L;

    /** @param kept how many of the last lines are kept as text */
    public Trace(EventLoop loop, int kept) {
        this.loop = loop;
        this.kept = kept;
    }

    /** Adds a remark for readers of the story. */
    public void tell(String what) {
        add(what);
        if (kept > 0) {
            if (lines.size() == kept) {
                lines.removeFirst();
            }
            lines.addLast(String.format(Locale.ROOT, "%12.6f s  %s", loop.nowNanos() / 1e9, what));
        }
    }

    public void add(String what) {
        mix(loop.nowNanos());
        for (int i = 0; i < what.length(); i++) {
            mix(what.charAt(i));
        }
    }

    private void mix(long value) {
        // FNV-1a over 64 bits at a time.
        digest = (digest ^ value) * PRIME;
        digest ^= digest >>> 32;
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    public long digest() {
        return digest;
    }
}
