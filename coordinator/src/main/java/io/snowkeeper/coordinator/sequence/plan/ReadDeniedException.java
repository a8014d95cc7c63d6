package io.snowkeeper.coordinator.sequence.plan;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;

/** The failure of a plan that needs a record which we may not read: who wants it is failed, and the plan is made again without. */
public final class ReadDeniedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final SequenceUnavailableException denial;

    ReadDeniedException(SequenceUnavailableException denial) {
        super(denial.getMessage(), denial, false, false);
        this.denial = denial;
    }

    public SequenceUnavailableException denial() {
        return denial;
    }
}
