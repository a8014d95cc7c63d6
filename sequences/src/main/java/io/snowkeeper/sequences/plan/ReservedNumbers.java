package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.record.ReservationToken;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of this node: their names, and the numbers of its latest ones. A client mostly confirms at the node
 * that made the reservation, which then need not read them. They never change. Used by the writer's thread only.
 */
public final class ReservedNumbers {

    /** Some hundred bytes each. */
    private static final int MAX_KNOWN = 4_000;

    /** Reservations with more are not kept: there may be thousands. */
    private static final int MAX_RUNS = 8;

    private final String writer;
    private final Map<ReservationToken, List<NumberRange>> known = new LinkedHashMap<>();

    /** @param process the writer's random name */
    public ReservedNumbers(String process) {
        this.writer = ReservationToken.writer(process);
    }

    String writer() {
        return writer;
    }

    @Nullable
    List<NumberRange> of(ReservationToken reservation) {
        return known.get(reservation);
    }

    void made(Map<ReservationToken, List<NumberRange>> reservations) {
        reservations.forEach((reservation, numbers) -> {
            if (numbers.size() <= MAX_RUNS) {
                known.put(reservation, numbers);
            }
        });
        var eldest = known.keySet().iterator();
        while (known.size() > MAX_KNOWN) {
            eldest.next();
            eldest.remove();
        }
    }

    /** Forgets all of them: the store may be another one, or be restored from a backup, and make them anew with other numbers. */
    public void clear() {
        known.clear();
    }

    void settled(Iterable<ReservationToken> reservations) {
        reservations.forEach(known::remove);
    }
}
