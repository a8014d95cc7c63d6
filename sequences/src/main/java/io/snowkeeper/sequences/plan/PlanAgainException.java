package io.snowkeeper.sequences.plan;

/**
 * The end of a plan that has to be made again: once a record is read, or once there are more numbers in the stock.
 * {@link Draft#planPart} catches it, so no plan may catch a {@link RuntimeException} around its use of a draft;
 * {@link Draft#outcome} names what has to be read, and a refill goes with the draft.
 */
final class PlanAgainException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PlanAgainException() {
        super(null, null, false, false);
    }
}
