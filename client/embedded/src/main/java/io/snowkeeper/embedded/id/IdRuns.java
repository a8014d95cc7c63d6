package io.snowkeeper.embedded.id;

import io.snowkeeper.core.IdRun;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.SnowflakeGenerator;
import java.util.Arrays;

/**
 * A compact list of ids: a run of consecutive ids is its first one and how many they are. A hundred thousand ids in the
 * default layout are 25 runs. Not thread-safe.
 */
public final class IdRuns {

    private static final int FIRST_RUNS = 4;

    private long[] firsts = new long[FIRST_RUNS];
    private int[] counts = new int[FIRST_RUNS];
    private int runs;
    private int size;

    /** Makes a list without ids. */
    public IdRuns() {}

    /** Adds {@code first}, {@code first + 1}, …, {@code count} of them. */
    public void add(long first, int count) {
        if (runs > 0 && first == firsts[runs - 1] + counts[runs - 1]) {
            counts[runs - 1] += count;
        } else {
            if (runs == firsts.length) {
                firsts = Arrays.copyOf(firsts, 2 * runs);
                counts = Arrays.copyOf(counts, 2 * runs);
            }
            firsts[runs] = first;
            counts[runs] = count;
            runs++;
        }
        size += count;
    }

    /** Adds the ids that the generator has before the next tick, up to {@code count}. */
    public void addRuns(SnowflakeGenerator generator, int count) {
        int missing = count;
        while (missing > 0) {
            IdRun run = generator.tryNextRun(missing);
            if (run.isEmpty()) {
                return;
            }
            add(run.first(), run.count());
            missing -= run.count();
        }
    }

    /** Returns how many ids there are. */
    public int size() {
        return size;
    }

    /** Returns how many runs there are. */
    public int runs() {
        return runs;
    }

    /** Returns the first id of a run. */
    public long first(int run) {
        return firsts[run];
    }

    /** Returns how many ids a run has, at least 1. */
    public int count(int run) {
        return counts[run];
    }

    /** Returns all ids, one by one. */
    public long[] toArray() {
        long[] ids = new long[size];
        int index = 0;
        for (int run = 0; run < runs; run++) {
            for (int i = 0; i < counts[run]; i++) {
                ids[index++] = firsts[run] + i;
            }
        }
        return ids;
    }

    /** Returns the highest sequence among the ids, 0 if there are none. */
    public long highestSequence(Layout layout) {
        long highest = 0;
        for (int run = 0; run < runs; run++) {
            highest = Math.max(highest, layout.sequenceOf(firsts[run]) + counts[run] - 1);
        }
        // In a layout without worker bits a run goes on over the end of a tick: it holds the tick's last sequence then.
        return Math.min(highest, layout.maxSequence());
    }
}
