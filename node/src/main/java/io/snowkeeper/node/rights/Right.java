package io.snowkeeper.node.rights;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A right that a call needs. */
public enum Right {
    /** None: for supervisors' requests, and those that reveal nothing about sequences. Anybody may. */
    NONE(false, true, false),
    /** To take ids. */
    IDS(false, true, false),
    /** To take numbers of a sequence. */
    NEXT(true, true, false),
    /** To confirm and cancel by their reservation numbers that one has taken. */
    CONFIRM(true, true, false),
    /** To settle numbers of any reservation: to void them, and to confirm and cancel them by number. */
    SETTLE(true, false, true),
    /** To read a sequence's description, its pending reservations, and its ledger. */
    READ(true, true, false),
    /** To create, change and delete sequences, and to release their ledgers. */
    DEFINE(true, false, true),
    /** To take the node out of service. */
    OPERATE(false, false, true);

    private static final char BEFORE_PATTERN = ':';

    private final boolean ofSequences;
    private final boolean open;
    private final boolean change;

    Right(boolean ofSequences, boolean open, boolean change) {
        this.ofSequences = ofSequences;
        this.open = open;
        this.change = change;
    }

    /** Returns the right that is written so, without its pattern. */
    static Optional<Right> named(String text) {
        return Arrays.stream(values())
                .filter(right -> right != NONE && right.word().equals(text))
                .findFirst();
    }

    /** Returns whether it is given for sequences, by their names. */
    public boolean isOfSequences() {
        return ofSequences;
    }

    /** Returns whether every client has it on a node without a policy. */
    public boolean isOpen() {
        return open;
    }

    /** Returns whether it is for changes that the audit trail records. */
    public boolean isForChanges() {
        return change;
    }

    /** Returns how it is written without a pattern: {@code next}. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns how the right is written that a call about a sequence needs: {@code next:invoices}.
     *
     * @param name the sequence's name; ignored if the right is not of sequences
     */
    public String text(String name) {
        return ofSequences ? word() + BEFORE_PATTERN + name : word();
    }
}
