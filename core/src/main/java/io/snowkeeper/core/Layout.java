package io.snowkeeper.core;

import static io.snowkeeper.core.Checks.requireWithin;
import static java.util.Objects.requireNonNull;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The layout of the 63 usable bits of an id: timestamp, worker id, sequence, from the highest to the lowest. The sign
 * bit stays 0, so ids sort by time as signed numbers. A layout of 53 bits leaves the highest ones 0, so that the numbers of
 * JavaScript hold its ids.
 *
 * <p>Two layouts in one fleet can produce equal ids; all nodes of a fleet must use the same one.
 *
 * @param epochMillis the time whose timestamp is 0, in Unix milliseconds; from 1970 to the end of 9999
 * @param tick the unit of the timestamp
 * @param timestampBits 1 to 63
 * @param workerBits 0 to 62; 0 for a single worker
 * @param sequenceBits 0 to 62; 0 for one id per tick
 * @see <a href="https://github.com/twitter-archive/snowflake/tree/snowflake-2010">Snowflake, where the format comes
 *     from</a>
 */
public record Layout(long epochMillis, Tick tick, int timestampBits, int workerBits, int sequenceBits) {

    /** The widths of all three parts together: a long without its sign bit. */
    public static final int TOTAL_BITS = 63;

    /** The other sum that widths may have: the bits of a number of JavaScript, {@code Number.MAX_SAFE_INTEGER}. */
    public static final int JAVASCRIPT_BITS = 53;

    /** Keeps all sums of an epoch and a time that a clock can show far from the end of a long. */
    private static final Instant LATEST_EPOCH = Instant.parse("9999-12-31T23:59:59.999Z");

    /** 2024-01-01T00:00:00Z. */
    public static final Instant DEFAULT_EPOCH = Instant.ofEpochMilli(1_704_067_200_000L);

    /**
     * 41 bits of milliseconds are 69 years, to 2093; 10 bits are 1,024 workers; 12 bits are 4,096 ids a millisecond,
     * 4,096,000 a second, for each worker.
     */
    public static final Layout DEFAULT = milliseconds(DEFAULT_EPOCH, 41, 10, 12);

    /**
     * Counts in seconds: 31 bits of them are 68 years, to 2092; 10 bits are 1,024 workers; 22 bits are 4,194,304 ids a
     * second for each worker, which a burst can take at once instead of 4,096 in each millisecond. For applications
     * that do not need the millisecond in the id.
     */
    public static final Layout SECONDS = new Layout(DEFAULT_EPOCH.toEpochMilli(), Tick.SECOND, 31, 10, 22);

    /**
     * Fewer workers with a higher ceiling: 41 bits of milliseconds are 69 years, to 2093; 6 bits are 64 workers; 16 bits
     * are 65,536 ids a millisecond, 65,536,000 a second for each worker, more than one process can make one at a time.
     */
    public static final Layout MORE_SEQUENCE = milliseconds(DEFAULT_EPOCH, 41, 6, 16);

    /**
     * No id is above 2^53-1, which JavaScript holds: 41 bits of milliseconds are 69 years, to 2093; 5 bits are 32 workers; 7
     * bits are 128 ids a millisecond, 128,000 a second, for each worker. Text has it by the name {@code js53}.
     */
    public static final Layout JAVASCRIPT = milliseconds(DEFAULT_EPOCH, 41, 5, 7);

    private static final String JAVASCRIPT_NAME = "js53";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,2})/(\\d{1,2})/(\\d{1,2})(?:@(.{1,10}))?");

    /**
     * @throws IllegalArgumentException if the epoch or a width is out of its range, or the widths sum to neither 63 nor 53
     */
    public Layout {
        requireWithin("epoch", Instant.ofEpochMilli(epochMillis), Instant.EPOCH, LATEST_EPOCH);
        requireNonNull(tick, "tick");
        requireWithin("timestampBits", timestampBits, 1, TOTAL_BITS);
        requireWithin("workerBits", workerBits, 0, TOTAL_BITS);
        requireWithin("sequenceBits", sequenceBits, 0, TOTAL_BITS);
        int bits = timestampBits + workerBits + sequenceBits;
        if (bits != TOTAL_BITS && bits != JAVASCRIPT_BITS) {
            throw new IllegalArgumentException("widths must sum to 63, or to 53 for JavaScript: %s/%s/%s sum to %s"
                    .formatted(timestampBits, workerBits, sequenceBits, bits));
        }
    }

    /**
     * Returns a layout that counts in milliseconds; the epoch is truncated to milliseconds.
     *
     * @throws IllegalArgumentException if the epoch or a width is out of its range, or the widths sum to neither 63 nor
     *     53
     */
    public static Layout milliseconds(Instant epoch, int timestampBits, int workerBits, int sequenceBits) {
        requireWithin("epoch", epoch, Instant.EPOCH, LATEST_EPOCH);
        return new Layout(epoch.toEpochMilli(), Tick.MILLISECOND, timestampBits, workerBits, sequenceBits);
    }

    /**
     * Returns the layout that is written as {@code 41/10/12}, or {@code 31/10/22@1s} where the tick is no millisecond; or as
     * {@code js53}, with the widths of {@link #JAVASCRIPT}.
     *
     * @throws IllegalArgumentException if the text is not of this form or the widths do not make a layout
     */
    public static Layout parse(String text, Instant epoch) {
        Matcher matcher = TEXT.matcher(text.equals(JAVASCRIPT_NAME) ? JAVASCRIPT.text() : text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "layout must be timestamp/worker/sequence bits, such as 41/10/12, or 31/10/22@1s, or js53: layout="
                            + text);
        }
        requireWithin("epoch", epoch, Instant.EPOCH, LATEST_EPOCH);
        return new Layout(
                epoch.toEpochMilli(),
                matcher.group(4) == null ? Tick.MILLISECOND : tick(matcher.group(4)),
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    private static Tick tick(String length) {
        return Tick.of(length)
                .orElseThrow(() -> new IllegalArgumentException("tick must be 1ms, 10ms or 1s: tick=" + length));
    }

    /** Returns the time whose timestamp is 0. */
    public Instant epoch() {
        return Instant.ofEpochMilli(epochMillis);
    }

    /** Returns the widths as {@code 41/10/12}. */
    public String widths() {
        return timestampBits + "/" + workerBits + "/" + sequenceBits;
    }

    /** Returns the form that {@link #parse} reads: the widths, and the tick unless it is a millisecond. */
    public String text() {
        return tick == Tick.MILLISECOND ? widths() : widths() + "@" + tick.text();
    }

    /** Returns the highest timestamp, in ticks since the epoch. */
    public long maxTimestamp() {
        return lowBits(timestampBits);
    }

    /** Returns the highest worker id; the lowest is 0. */
    public long maxWorkerId() {
        return lowBits(workerBits);
    }

    /** Returns the highest sequence of a tick; the lowest is 0. */
    public long maxSequence() {
        return lowBits(sequenceBits);
    }

    /** Returns the highest id; the lowest is 0. */
    public long maxId() {
        return lowBits(timestampBits + workerBits + sequenceBits);
    }

    /** Returns how many workers a fleet can have. */
    public long workers() {
        return maxWorkerId() + 1;
    }

    /** Returns how many ids a worker can issue in a second at most, {@link Long#MAX_VALUE} if a long cannot hold it. */
    public long idsPerSecond() {
        long ticks = Tick.SECOND.millis() / tick.millis();
        long idsPerTick = maxSequence() + 1;
        return idsPerTick > Long.MAX_VALUE / ticks ? Long.MAX_VALUE : idsPerTick * ticks;
    }

    /** Returns the start of the last tick that this layout can express, {@link Instant#MAX} if it is later than that. */
    public Instant end() {
        return timeOf(maxTimestamp());
    }

    /**
     * Puts an id together.
     *
     * @param timestamp ticks since the epoch
     * @throws IllegalArgumentException if a part does not fit into its bits
     */
    public long compose(long timestamp, long workerId, long sequence) {
        requireWithin("timestamp", timestamp, 0, maxTimestamp());
        requireWithin("workerId", workerId, 0, maxWorkerId());
        requireWithin("sequence", sequence, 0, maxSequence());
        return composeUnchecked(timestamp, workerId, sequence);
    }

    /**
     * Takes an id apart.
     *
     * @throws IllegalArgumentException if the id is negative, or has more bits than the layout
     */
    public DecomposedId decompose(long id) {
        requireWithin("id", id, 0, maxId());
        return new DecomposedId(timeOf(timestampOf(id)), workerIdOf(id), sequenceOf(id));
    }

    /**
     * Returns the smallest id that any worker can issue in the tick of the given time. All ids issued from {@code t1} to
     * {@code t2} lie between {@code smallestAt(t1)} and {@code largestAt(t2)}, so that a database finds them by its index
     * on the id.
     *
     * @throws IllegalArgumentException if the time is before the epoch or after the end
     */
    public long smallestAt(Instant time) {
        return composeUnchecked(requireTimestamp(time), 0, 0);
    }

    /**
     * Returns the largest id that any worker can issue in the tick of the given time.
     *
     * @throws IllegalArgumentException if the time is before the epoch or after the end
     * @see #smallestAt
     */
    public long largestAt(Instant time) {
        return composeUnchecked(requireTimestamp(time), maxWorkerId(), maxSequence());
    }

    /** Returns the timestamp of an id, in ticks since the epoch. */
    public long timestampOf(long id) {
        return id >>> (workerBits + sequenceBits);
    }

    /** Returns the worker id of an id. */
    public long workerIdOf(long id) {
        return (id >>> sequenceBits) & maxWorkerId();
    }

    /** Returns the sequence of an id. */
    public long sequenceOf(long id) {
        return id & maxSequence();
    }

    /** Returns the timestamp whose tick holds the given Unix millisecond; negative before the epoch. */
    public long timestampAt(long unixMillis) {
        long sinceEpoch = unixMillis - epochMillis;
        return tick == Tick.MILLISECOND ? sinceEpoch : Math.floorDiv(sinceEpoch, tick.millis());
    }

    /** Returns the first Unix millisecond of a timestamp's tick. */
    public long millisOf(long timestamp) {
        return timestamp * tick.millis() + epochMillis;
    }

    private Instant timeOf(long timestamp) {
        try {
            return epoch().plus(tick.length().multipliedBy(timestamp));
        } catch (DateTimeException | ArithmeticException e) {
            return Instant.MAX;
        }
    }

    long composeUnchecked(long timestamp, long workerId, long sequence) {
        return (timestamp << (workerBits + sequenceBits)) | (workerId << sequenceBits) | sequence;
    }

    private static long lowBits(int bits) {
        return (1L << bits) - 1;
    }

    private long requireTimestamp(Instant time) {
        // The last tick starts at the end, so later times within that tick still belong to it.
        boolean afterEnd = Duration.between(end(), time).compareTo(tick.length()) >= 0;
        if (time.isBefore(epoch()) || afterEnd) {
            throw new IllegalArgumentException("must be >= %s && <= %s: time=%s".formatted(epoch(), end(), time));
        }
        return Duration.between(epoch(), time).dividedBy(tick.length());
    }
}
