package io.snowkeeper.coordinator;

import io.snowkeeper.core.Layout;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of worker ids, the only ones that a member claims. Two sites, each with a ZooKeeper of its own, or an old system
 * beside a fleet, give no id twice if they have the same layout and ranges that do not overlap.
 *
 * @param first at least 0
 * @param last not below the first
 */
public record WorkerIdRange(long first, long last) {

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");

    /** @throws IllegalArgumentException if it is no range */
    public WorkerIdRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException(
                    "must be from a worker id to one that is not below it: workerRange=%s-%s".formatted(first, last));
        }
    }

    /** Returns all worker ids of a layout. */
    public static WorkerIdRange all(Layout layout) {
        return new WorkerIdRange(0, layout.maxWorkerId());
    }

    /**
     * Returns the range that is written as {@code 512-1023}.
     *
     * @throws IllegalArgumentException if none is
     */
    public static WorkerIdRange parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "must be the first and the last worker id, such as 512-1023: workerRange=" + text);
        }
        return new WorkerIdRange(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
    }

    /** Returns how many there are. */
    public long size() {
        return last - first + 1;
    }

    public boolean contains(long workerId) {
        return first <= workerId && workerId <= last;
    }

    /** Returns it as it is {@linkplain #parse written}. */
    @Override
    public String toString() {
        return first + "-" + last;
    }
}
