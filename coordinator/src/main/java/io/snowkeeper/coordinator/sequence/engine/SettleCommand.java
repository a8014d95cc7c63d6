package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.ReservationSettledException;
import io.snowkeeper.coordinator.sequence.UnknownReservationException;
import io.snowkeeper.coordinator.sequence.plan.Command;
import io.snowkeeper.coordinator.sequence.plan.CommitAction;
import io.snowkeeper.coordinator.sequence.plan.Draft;
import io.snowkeeper.coordinator.sequence.plan.Reservations;
import io.snowkeeper.coordinator.sequence.record.BucketRecord.Fate;
import io.snowkeeper.coordinator.sequence.record.ReservationToken;
import org.jspecify.annotations.Nullable;

/** The command of a holder who confirms or cancels a reservation. */
public final class SettleCommand extends Command<@Nullable Void> {

    private final String reservation;
    private final Fate wanted;

    /** @param wanted confirmed or cancelled */
    public SettleCommand(String reservation, Fate wanted, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.reservation = reservation;
        this.wanted = wanted;
    }

    @Override
    public void plan(Draft draft) {
        ReservationToken token = Reservations.find(draft, reservation);
        Fate fate = Reservations.fate(draft, token);
        if (fate == Fate.PENDING) {
            settle(draft, token);
        } else if (fate != wanted) {
            throw settledOtherwise(draft.sequence(), fate);
        }
        draft.onCommit(CommitAction.of(() -> answer().complete(null)));
    }

    private void settle(Draft draft, ReservationToken token) {
        try {
            if (wanted == Fate.CONFIRMED) {
                Reservations.confirm(draft, token);
            } else {
                Reservations.putBack(draft, token, Fate.CANCELLED);
            }
        } catch (UnknownReservationException e) {
            // Never made, by its bucket; or another node has settled it since that was read.
            draft.tellByWriteOnly();
            throw e;
        }
    }

    @Override
    public boolean isSmallIn(Draft draft) {
        return wanted == Fate.CONFIRMED
                && ReservationToken.bucket(draft.incarnation(), reservation).stream()
                        .anyMatch(draft::rewrites);
    }

    private ReservationSettledException settledOtherwise(String sequence, Fate fate) {
        String asked = wanted == Fate.CONFIRMED ? "confirmed" : "cancelled";
        String why = switch (fate) {
            case CONFIRMED -> "it was confirmed before";
            case CANCELLED -> "it was cancelled before, and its numbers were put back";
            case EXPIRED -> "its time was up, and its numbers were put back";
            case PENDING -> throw new IllegalStateException("pending");
        };
        return new ReservationSettledException("reservation cannot be %s, %s: sequence=%s, reservation=%s"
                .formatted(asked, why, sequence, reservation));
    }
}
