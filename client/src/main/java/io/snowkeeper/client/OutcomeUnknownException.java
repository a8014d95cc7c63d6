package io.snowkeeper.client;

/**
 * A server may have given out numbers of a sequence that never arrived. The call had no key, so it is not repeated: that
 * would take other numbers. Where this must not leave a gap, give each call a key.
 */
public final class OutcomeUnknownException extends SnowkeeperException {

    private static final long serialVersionUID = 1L;

    OutcomeUnknownException(String sequence, String cause) {
        super("numbers of sequence %s may have been taken, and did not arrive: %s; a call with a key would be repeated"
                .formatted(sequence, cause));
    }
}
