package io.snowkeeper.node.service.id;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ids of which some are still missing: more than what is left of a tick. All or none of them are handed out. */
public final class PendingIds implements PendingAnswer {

    /** How long a clock may stand still, far longer than any tick of it. */
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Object tick;
    private final MillisClock clock;
    private final int count;
    private final IntSupplier draw;
    private final Supplier<Answer> answer;

    private int drawn;
    private long clockRead;
    private long clockReadAt = System.nanoTime();

    /**
     * @param tick whose tick is waited for
     * @param clock what that follows
     * @param draw draws what is missing and can be had before the next tick, and returns how many ids there are now
     * @param answer makes the answer when all ids are there
     */
    public PendingIds(Object tick, MillisClock clock, int count, IntSupplier draw, Supplier<Answer> answer) {
        this.tick = tick;
        this.clock = clock;
        this.count = count;
        this.draw = draw;
        this.answer = answer;
        clockRead = clock.millis();
    }

    @Override
    public boolean advance() {
        int before = drawn;
        try {
            drawn = draw.getAsInt();
            if (drawn == before) {
                requireMovingClock();
                return false;
            }
            return true;
        } catch (IdUnavailableException e) {
            throw new RequestRefusedException(Answer.Refusal.of(e));
        } catch (NoWorkerIdException e) {
            throw new RequestRefusedException(e.refusal());
        }
    }

    @Override
    public @Nullable Answer answer() {
        return drawn == count ? answer.get() : null;
    }

    @Override
    public Object tick() {
        return tick;
    }

    private void requireMovingClock() {
        long nowMillis = clock.millis();
        long nowNanos = System.nanoTime();
        if (nowMillis != clockRead) {
            clockRead = nowMillis;
            clockReadAt = nowNanos;
        } else if (nowNanos - clockReadAt > STALL_NANOS) {
            throw new ClockStalledException(nowMillis, nowNanos - clockReadAt);
        }
    }
}
