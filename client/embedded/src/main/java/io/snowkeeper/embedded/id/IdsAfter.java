package io.snowkeeper.embedded.id;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Checks;
import io.snowkeeper.core.IdAheadException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;

/**
 * Ids of a source that are larger than another id, of this process or another one. Where the other process's clock is ahead of ours, they
 * wait for ours; where its worker id is the larger one, for the next tick. Not thread-safe.
 */
public final class IdsAfter {

    /** How far the other id's time may be ahead of the clock, in milliseconds. */
    public static final long MAX_AHEAD_MILLIS = 250;

    private static final long END_OF_CLOCKS = Long.MAX_VALUE / 4;

    private final IdSource ids;
    private final MillisClock clock;
    private final long after;
    private final long beginMillis;
    private final long endMillis;
    private boolean triedInTick;

    /**
     * @param clock that of the source
     * @param after the other id, at least 0
     */
    public IdsAfter(IdSource ids, MillisClock clock, long after) {
        this.ids = requireNonNull(ids);
        this.clock = requireNonNull(clock);
        this.after = Checks.requireAtLeast("after", after, 0);
        Layout layout = ids.layout();
        long tick = layout.timestampOf(after);
        // No clock comes so far where a layout does.
        beginMillis = tick < END_OF_CLOCKS / layout.tick().millis() ? layout.millisOf(tick) : END_OF_CLOCKS;
        endMillis = beginMillis + layout.tick().millis();
    }

    /**
     * Returns when it is worth asking again: callers of a source that wait for the same time make progress together.
     */
    public Object due() {
        return new Due(ids, triedInTick ? endMillis : beginMillis);
    }

    private record Due(IdSource ids, long millis) {}

    /**
     * Issues one id. Never waits. At the most one smaller id is drawn, in the other id's own tick, and dropped.
     *
     * @return a larger id, {@link IdSource#NONE} if there is none yet
     * @throws IdAheadException if the other id's time is too far ahead
     * @throws IdUnavailableException as {@link IdSource#tryNext()} does
     * @throws NoWorkerIdException as {@link IdSource#tryNext()} does
     */
    public long tryNext() {
        long nowMillis = clock.millis();
        if (beginMillis - nowMillis > MAX_AHEAD_MILLIS) {
            throw new IdAheadException(after, beginMillis, nowMillis, MAX_AHEAD_MILLIS);
        }
        if (nowMillis < (triedInTick ? endMillis : beginMillis)) {
            return IdSource.NONE;
        }
        long id = ids.tryNext();
        if (id > after) {
            return id;
        }
        triedInTick |= id != IdSource.NONE;
        return IdSource.NONE;
    }

    /**
     * Adds up to {@code count} ids that are available now, the first one as {@link #tryNext()} does. Returns how many
     * there are.
     */
    public int tryNext(IdRuns drawn, int count) {
        if (drawn.size() == 0) {
            long first = tryNext();
            if (first == IdSource.NONE) {
                return 0;
            }
            drawn.add(first, 1);
        }
        ids.tryNext(drawn, count - drawn.size());
        return drawn.size();
    }
}
