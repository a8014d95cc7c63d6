package io.snowkeeper.coordinator;

/** The refusal to take a worker id out of use: the message states the reason and the remedy. Nothing was changed. */
public final class RetirementRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RetirementRefusedException(String message) {
        super(message);
    }
}
