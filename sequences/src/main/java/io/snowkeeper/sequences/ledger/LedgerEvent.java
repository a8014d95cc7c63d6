package io.snowkeeper.sequences.ledger;

import java.util.Locale;

/** The event that an entry of a ledger records. */
public enum LedgerEvent {
    /**
     * The sequence was created. The numbers are its ranges, the reason has its name, its incarnation and its options.
     */
    CREATE('n'),

    /** The numbers were reserved by a caller, which has to confirm them. */
    RESERVE('r'),

    /** The numbers of a reservation are used. */
    CONFIRM('c'),

    /** The numbers of a reservation were put back, and may be given to another. */
    CANCEL('x'),

    /** As {@link #CANCEL}, because the reservation's time was up. */
    EXPIRE('e'),

    /** The numbers of a reservation are used up without anything that they stand for; the reason says why. */
    VOID('v'),

    /** The sequence goes on with the numbers when those before are used up. */
    APPEND('a'),

    /** The sequence has other options, which are in the reason. */
    CONFIGURE('o'),

    /**
     * A period begins, in which numbers are counted from the ranges' start. The reason has the outcome of the one
     * before.
     */
    TURN('p');

    private final String code;
    private final String text;

    LedgerEvent(char code) {
        this.code = String.valueOf(code);
        this.text = name().toLowerCase(Locale.ROOT);
    }

    /** Returns the event as it is written for people. */
    public String text() {
        return text;
    }

    /** Returns the event as it is stored. */
    String code() {
        return code;
    }

    /** Returns whether it is about a reservation, and so about numbers, each of which is settled once. */
    boolean isOfReservation() {
        return this == RESERVE || settles();
    }

    /** Returns whether a reservation is not pending any more. */
    public boolean settles() {
        return this == CONFIRM || this == CANCEL || this == EXPIRE || this == VOID;
    }

    /** @throws InvalidLedgerException if it is none */
    static LedgerEvent parse(String text) {
        for (LedgerEvent event : values()) {
            if (event.text().equals(text)) {
                return event;
            }
        }
        throw new InvalidLedgerException("no event of a ledger: event=" + text);
    }

    /** @throws InvalidLedgerException if it is none */
    static LedgerEvent ofCode(String code) {
        for (LedgerEvent event : values()) {
            if (event.code.equals(code)) {
                return event;
            }
        }
        throw new InvalidLedgerException("no event of a ledger: code=" + code);
    }
}
