package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.RateHistory;
import io.snowkeeper.node.report.RateSeries;
import java.util.ArrayList;
import java.util.List;

/** The sum of the rates of several nodes, second by second. */
public final class SumOfSeries {

    /** Who has told nothing for longer than this has gone, and is not waited for. */
    private static final int LAGGING_SECONDS = 5;

    private SumOfSeries() {}

    /**
     * Adds up, up to the last second that each node has told. A node that has told nothing of a second counts as none in it, and a
     * second of which nobody has told is not known. No more than {@value RateHistory#SECONDS} seconds are told.
     */
    public static RateSeries of(List<NamedSeries> all) {
        List<RateSeries> told = all.stream()
                .map(NamedSeries::series)
                .filter(series -> !series.perSecond().isEmpty())
                .toList();
        long newest = told.stream().mapToLong(RateSeries::end).max().orElse(0);
        long end = told.stream()
                .mapToLong(RateSeries::end)
                .filter(each -> each >= newest - LAGGING_SECONDS)
                .min()
                .orElse(0);
        // Whoever's clock says 1970 does not make it longer than what a node keeps.
        long from = Math.max(told.stream().mapToLong(RateSeries::from).min().orElse(0), end - RateHistory.SECONDS);
        List<Long> sums = new ArrayList<>();
        for (long second = from; second < end; second++) {
            sums.add(sumAt(told, second));
        }
        return new RateSeries(from, sums);
    }

    private static long sumAt(List<RateSeries> told, long second) {
        long sum = RateSeries.UNKNOWN;
        for (RateSeries series : told) {
            if (second >= series.from() && second < series.end()) {
                long rate = series.perSecond().get((int) (second - series.from()));
                sum = rate < 0 ? sum : saturated(Math.max(0, sum) + rate);
            }
        }
        return sum;
    }

    /** What others tell is anything. */
    private static long saturated(long sum) {
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
