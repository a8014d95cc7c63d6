package io.snowkeeper.node.service.id;

import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.embedded.id.NoWorkerIdException;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.PendingAnswer;
import io.snowkeeper.node.service.message.RequestRefusedException;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Ids of which some are still missing: more than the rest of a tick. All or none of them are handed out. */
public final class PendingIds implements PendingAnswer {

    private final Supplier<Object> tick;
    private final Supplier<Optional<ClockStalledException>> stall;
    private final int count;
    private final IntSupplier draw;
    private final Supplier<Answer> answer;

    private int drawn;

    /**
     * @param tick the object that identifies the awaited tick, asked for at each wait
     * @param stall checks whether the clock of this tick stands still
     * @param draw draws missing ids that are available before the next tick, and returns how many there are now
     * @param answer makes the answer when all ids are there
     */
    public PendingIds(
            Supplier<Object> tick,
            Supplier<Optional<ClockStalledException>> stall,
            int count,
            IntSupplier draw,
            Supplier<Answer> answer) {
        this.tick = tick;
        this.stall = stall;
        this.count = count;
        this.draw = draw;
        this.answer = answer;
    }

    @Override
    public boolean advance() {
        int before = drawn;
        try {
            drawn = draw.getAsInt();
            if (drawn == before) {
                Optional<ClockStalledException> stalled = stall.get();
                if (stalled.isPresent()) {
                    throw stalled.get();
                }
                return false;
            }
            return true;
        } catch (IdUnavailableException e) {
            throw new RequestRefusedException(Answer.Refusal.of(e));
        } catch (NoWorkerIdException e) {
            throw new RequestRefusedException(Answer.Refusal.of(e.unavailability()));
        }
    }

    @Override
    public @Nullable Answer answer() {
        return drawn == count ? answer.get() : null;
    }

    @Override
    public Object tick() {
        return tick.get();
    }
}
