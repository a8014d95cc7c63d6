package io.snowkeeper.coordinator.sequence.plan;

/** The failure of a plan that waits for more numbers in the stock: they are fetched, and the plan is made again. */
public final class RefillAwaitedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefillAwaitedException() {
        super("not fetched yet", null, false, false);
    }
}
