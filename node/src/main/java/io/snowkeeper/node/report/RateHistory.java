package io.snowkeeper.node.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/** The rates of the last {@value #SECONDS} seconds, one for each. Thread-safe. */
public final class RateHistory {

    /** How many seconds are kept: a quarter of an hour. */
    public static final int SECONDS = 900;

    private final long[] rates = new long[SECONDS];

    /** The Unix second behind the newest, and how many are known up to it. */
    private long end;

    private int known;

    /** Puts a second's rate. One that is further back than is kept is not. Those between the newest and it become unknown. */
    public synchronized void put(long second, long rate) {
        if (known == 0 || second >= end + SECONDS) {
            known = 0;
            end = second;
        }
        if (second < end - SECONDS) {
            return;
        }
        while (end <= second) {
            rates[indexOf(end)] = RateSeries.UNKNOWN;
            end++;
            known = Math.min(known + 1, SECONDS);
        }
        while (second < end - known) {
            known++;
            rates[indexOf(end - known)] = RateSeries.UNKNOWN;
        }
        rates[indexOf(second)] = rate;
    }

    /** Puts what another one has told. */
    public void putAll(RateSeries series) {
        for (int i = 0; i < series.perSecond().size(); i++) {
            put(series.from() + i, series.perSecond().get(i));
        }
    }

    /** Forgets a second and all that came after it: by a clock that was set back, they have not come yet. */
    public synchronized void forgetFrom(long second) {
        if (known > 0 && second < end) {
            known = (int) Math.max(0, known - (end - second));
            end = second;
        }
    }

    /** Returns what came after a second. */
    public synchronized RateSeries after(long second) {
        long from = Math.max(end - known, second + 1);
        if (from >= end) {
            return RateSeries.EMPTY;
        }
        List<Long> series = new ArrayList<>((int) (end - from));
        for (long at = from; at < end; at++) {
            series.add(rates[indexOf(at)]);
        }
        return new RateSeries(from, series);
    }

    /** Returns the last second of which something is known, {@link Long#MIN_VALUE} if there is none. */
    public synchronized long newest() {
        return known == 0 ? Long.MIN_VALUE : end - 1;
    }

    /** Returns the mean of the last seconds, as far as they are known. */
    public synchronized OptionalDouble mean(int seconds) {
        int count = Math.min(seconds, known);
        long[] last = new long[count];
        for (int i = 0; i < count; i++) {
            last[i] = rates[indexOf(end - 1 - i)];
        }
        return Arrays.stream(last).filter(rate -> rate >= 0).average();
    }

    private static int indexOf(long second) {
        return (int) Math.floorMod(second, (long) SECONDS);
    }
}
