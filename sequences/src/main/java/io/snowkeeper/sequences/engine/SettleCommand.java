package io.snowkeeper.sequences.engine;

import io.snowkeeper.sequences.ReservationSettledException;
import io.snowkeeper.sequences.SettleRequest;
import io.snowkeeper.sequences.UnknownReservationException;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.CommitAction;
import io.snowkeeper.sequences.plan.Draft;
import io.snowkeeper.sequences.plan.Reservations;
import io.snowkeeper.sequences.plan.Reservations.Settler;
import io.snowkeeper.sequences.record.BucketRecord.Fate;
import io.snowkeeper.sequences.record.ReservationToken;
import org.jspecify.annotations.Nullable;

/** The command that settles a reservation. */
public final class SettleCommand extends Command<@Nullable Void> {

    private final SettleRequest request;
    private final String reservation;
    private final Fate wanted;
    private final boolean recovers;

    /**
     * @param request the decision, and its subject
     * @param reservation the reservation's name, which the request may lack
     */
    public SettleCommand(SettleRequest request, String reservation, long arrived, long timeoutNanos) {
        this(request, reservation, false, arrived, timeoutNanos);
    }

    /** @param recovers whether it is done for an operator ending a restore, so that the numbers' holder is unknown */
    SettleCommand(SettleRequest request, String reservation, boolean recovers, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.recovers = recovers;
        this.request = request;
        this.reservation = reservation;
        this.wanted = switch (request.settlement()) {
            case CONFIRM -> Fate.CONFIRMED;
            case CANCEL -> Fate.CANCELLED;
            case VOID -> Fate.VOID;
        };
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
            Settler settler = new Settler(request.subject(), request.reason());
            switch (request.settlement()) {
                case CONFIRM -> {
                    if (recovers) {
                        Reservations.forgetKey(draft, token);
                    }
                    Reservations.confirm(draft, token, settler);
                }
                case CANCEL -> Reservations.putBack(draft, token, Fate.CANCELLED, settler);
                case VOID -> Reservations.makeVoid(draft, token, settler);
            }
        } catch (UnknownReservationException e) {
            // Never made, by its bucket; or another node has settled it since that was read.
            draft.requireWrite();
            throw e;
        }
    }

    @Override
    public boolean isSmallIn(Draft draft) {
        return wanted == Fate.CONFIRMED
                && ReservationToken.of(draft.incarnation(), reservation)
                        .filter(token -> draft.znodes().rewrites(token.bucket()))
                        .isPresent();
    }

    private ReservationSettledException settledOtherwise(String sequence, Fate fate) {
        String asked = switch (request.settlement()) {
            case CONFIRM -> "confirmed";
            case CANCEL -> "cancelled";
            case VOID -> "made void";
        };
        String why = switch (fate) {
            case CONFIRMED -> "it was confirmed before";
            case CANCELLED -> "it was cancelled before, and its numbers were put back";
            case EXPIRED -> "its time was up, and its numbers were put back";
            case VOID -> "it was made void before";
            case PENDING -> throw new IllegalStateException("pending");
        };
        return new ReservationSettledException("reservation cannot be %s, %s: sequence=%s, reservation=%s"
                .formatted(asked, why, sequence, reservation));
    }
}
