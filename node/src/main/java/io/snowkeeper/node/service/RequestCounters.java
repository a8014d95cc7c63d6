package io.snowkeeper.node.service;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;

/**
 * The counts of one thread's answers. Only that thread writes, by plain stores to an array of its own: no lock, no
 * fence, no cache line that another thread writes. Any thread reads, and may see a value of a moment ago.
 */
@SuppressWarnings("EnumOrdinal") // An index into an array that lives no longer than the program.
public final class RequestCounters {

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final int KINDS = Request.Kind.values().length;
    private static final int CODES = ErrorCode.values().length + 1;
    private static final int OK = CODES - 1;

    private static final int REASONS = KINDS * CODES;
    private static final int IDS = REASONS + UnavailableReason.values().length;
    private static final int SORTABLE_IDS = IDS + 1;
    private static final int NANOS = IDS + 2;
    private static final int BUCKETS = IDS + 3;

    private static final long[] BOUNDS = {
        10_000,
        25_000,
        50_000,
        100_000,
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000,
        25_000_000,
        50_000_000,
        100_000_000,
        250_000_000,
        500_000_000,
        1_000_000_000,
        2_500_000_000L
    };

    private final long[] counts = new long[BUCKETS + BOUNDS.length + 1];

    /** Counts generates that got their ids. For the thread that writes. */
    public void generated(long requests) {
        add(Request.Kind.GENERATE.ordinal() * CODES + OK, requests);
        add(IDS, requests);
    }

    /** Counts an answer. For the thread that writes. */
    public void answered(Request.Kind kind, Answer answer) {
        if (answer instanceof Answer.Refusal refusal) {
            add(kind.ordinal() * CODES + refusal.code().ordinal(), 1);
            refusal.reason().ifPresent(reason -> add(REASONS + reason.ordinal(), 1));
            return;
        }
        add(kind.ordinal() * CODES + OK, 1);
        if (answer instanceof Answer.Generated) {
            add(IDS, 1);
        } else if (answer instanceof Answer.GeneratedBatch batch) {
            add(IDS, batch.runs().size());
        } else if (answer instanceof Answer.GeneratedInForm form) {
            add(IDS, form.ids().length);
        } else if (answer instanceof Answer.GeneratedSortable sortable) {
            add(SORTABLE_IDS, sortable.ids().size());
        }
    }

    /** Counts requests of a kind that were answered as asked, and gave no ids. For the thread that writes. */
    public void answered(Request.Kind kind, long requests) {
        add(kind.ordinal() * CODES + OK, requests);
    }

    /** Counts how long requests took that were answered together. For the thread that writes. */
    public void took(long nanos, long requests) {
        int bucket = 0;
        while (bucket < BOUNDS.length && nanos > BOUNDS[bucket]) {
            bucket++;
        }
        add(BUCKETS + bucket, requests);
        add(NANOS, nanos * requests);
    }

    /** Returns how many snowflake ids were given out. */
    public long ids() {
        return read(IDS);
    }

    /** Returns how many snowflake ids several threads have given out together. */
    public static long ids(Collection<RequestCounters> tallies) {
        return tallies.stream().mapToLong(RequestCounters::ids).sum();
    }

    /** Returns how many sortable ids were given out. */
    public long sortableIds() {
        return read(SORTABLE_IDS);
    }

    /** Returns how many requests of a kind were answered as asked. */
    public long answered(Request.Kind kind) {
        return read(kind.ordinal() * CODES + OK);
    }

    /** Returns how many requests of a kind were refused by a code. */
    public long refused(Request.Kind kind, ErrorCode code) {
        return read(kind.ordinal() * CODES + code.ordinal());
    }

    /** Returns how many requests were refused for a reason. */
    public long refused(UnavailableReason reason) {
        return read(REASONS + reason.ordinal());
    }

    /** Returns how long all requests took together, in nanoseconds. */
    public long nanos() {
        return read(NANOS);
    }

    /** Returns how many requests took up to the bound of a bucket, and longer than that of the one before. */
    public long bucket(int index) {
        return read(BUCKETS + index);
    }

    /** Returns how many buckets there are; the last one has no bound. */
    public static int buckets() {
        return BOUNDS.length + 1;
    }

    /** Returns the bound of a bucket in nanoseconds. */
    public static long boundNanos(int bucket) {
        return BOUNDS[bucket];
    }

    private void add(int index, long value) {
        LONGS.setOpaque(counts, index, counts[index] + value);
    }

    private long read(int index) {
        return (long) LONGS.getOpaque(counts, index);
    }
}
