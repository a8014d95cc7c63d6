package io.snowkeeper.node.report;

import java.util.List;

/**
 * A run of rates, one for each second.
 *
 * @param from the Unix second of the first one
 * @param perSecond ids per second; {@value #UNKNOWN} where it is not known
 */
public record RateSeries(long from, List<Long> perSecond) {

    /** What stands for a second of which nothing is known. */
    public static final long UNKNOWN = -1;

    /** A series of no second. */
    public static final RateSeries EMPTY = new RateSeries(0, List.of());

    public RateSeries {
        perSecond = List.copyOf(perSecond);
    }

    /** Returns the Unix second behind the last one. */
    public long end() {
        return from + perSecond.size();
    }
}
