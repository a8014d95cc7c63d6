package io.snowkeeper.sequences.ledger;

import java.util.Locale;

/** What an entry of a ledger tells of. */
public enum LedgerEvent {
    /** The sequence was created. The numbers are its ranges, the reason tells its name, its incarnation and its options. */
    CREATE('n'),

    /** The numbers were given to somebody, who is to confirm them. */
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

    /** The sequence has other options, which the reason tells. */
    CONFIGURE('o'),

    /** A period begins, in which numbers are counted from the ranges' start. The reason tells what the one before has come to. */
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
