package io.snowkeeper.node.service.id;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdRuns;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Ids of which some are still missing: more than what is left of a tick. All or none of them are handed out. */
public final class PendingIds implements PendingAnswer {

    /** How long a clock may stand still, far longer than any tick of it. */
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final IdSource ids;
    private final MillisClock clock;
    private final int count;
    private final Function<IdRuns, Answer> answer;
    private final IdRuns drawn = new IdRuns();

    private long clockRead;
    private long clockReadAt = System.nanoTime();

    /** @param answer makes the answer when all ids are there */
    public PendingIds(IdSource ids, MillisClock clock, int count, Function<IdRuns, Answer> answer) {
        this.ids = ids;
        this.clock = clock;
        this.count = count;
        this.answer = answer;
        clockRead = clock.millis();
    }

    @Override
    public boolean advance() {
        int before = drawn.size();
        try {
            ids.tryNext(drawn, count - before);
            if (drawn.size() == before) {
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
        return drawn.size() == count ? answer.apply(drawn) : null;
    }

    @Override
    public Optional<CompletionStage<?>> awaited() {
        return Optional.empty();
    }

    @Override
    public Answer await() {
        try {
            long[] missing = new long[count - drawn.size()];
            ids.next(missing);
            drawn.addAll(missing);
        } catch (IdUnavailableException e) {
            throw new RequestRefusedException(Answer.Refusal.of(e));
        } catch (NoWorkerIdException e) {
            throw new RequestRefusedException(e.refusal());
        }
        return answer.apply(drawn);
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
